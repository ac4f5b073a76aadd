/** Types of marks.mjs for the benches, which read the strip from the screen. */
export const STRIP: {
  readonly cells: number
  readonly cellWidth: number
  readonly height: number
  readonly x: number
  readonly y: number
}
export function drawStrip(
  context: { fillStyle: unknown; fillRect(x: number, y: number, width: number, height: number): void },
  kind: 'football' | 'basketball' | 'esports' | 'anchor',
  frame: number,
): void
