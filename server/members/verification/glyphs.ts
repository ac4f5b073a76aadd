import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { PROJECT_ROOT } from '../../config/project-root.ts'

export const GLYPH_SIZE = 48
const FILE = join(PROJECT_ROOT, 'server/members/verification/art/glyphs.bin')

/** Coverage from 0 to 1, 48x48, row by row. */
export type Coverage = Float32Array

/** A drawn character, and the same enlarged by two pixels for a halo. */
export interface Glyph {
  readonly character: string
  readonly ink: Coverage
  readonly halo: Coverage
}

let known: readonly Glyph[] | null = null

/** The characters of the click-word puzzle, loaded at first use. */
export function glyphs(): readonly Glyph[] {
  known ??= readGlyphs()
  return known
}

/** Format: see `scripts/draw-glyphs.mjs`. */
function readGlyphs(): Glyph[] {
  const content = inflateSync(readFileSync(FILE))
  const end = content.indexOf('\n')
  const area = GLYPH_SIZE * GLYPH_SIZE
  return Array.from(content.subarray(0, end).toString('utf8'), (character, index) => {
    const from = end + 1 + (index * area) / 2
    const coverage = new Float32Array(area)
    for (let at = 0; at < area; at += 1) {
      const pair = content[from + (at >> 1)] ?? 0
      coverage[at] = (at % 2 === 0 ? pair >> 4 : pair & 15) / 15
    }
    return { character, ink: coverage, halo: grown(coverage) }
  })
}

const HALO_STEPS = 12
const HALO_WIDTH = 2.2

function grown(coverage: Coverage): Coverage {
  const offsets = Array.from({ length: HALO_STEPS }, (_, step) => (step / HALO_STEPS) * 2 * Math.PI)
  return coverage.map((value, index) =>
    offsets.reduce((max, angle) => {
      const x = (index % GLYPH_SIZE) + HALO_WIDTH * Math.cos(angle)
      const y = Math.floor(index / GLYPH_SIZE) + HALO_WIDTH * Math.sin(angle)
      return Math.max(max, coverageAt(coverage, x, y))
    }, value),
  )
}

/** Interpolated coverage at a position; 0 outside. */
export function coverageAt(coverage: Coverage, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left >= GLYPH_SIZE - 1 || top >= GLYPH_SIZE - 1) return 0
  const at = top * GLYPH_SIZE + left
  const [right, down] = [x - left, y - top]
  const upper = (coverage[at] ?? 0) * (1 - right) + (coverage[at + 1] ?? 0) * right
  const lower = (coverage[at + GLYPH_SIZE] ?? 0) * (1 - right) + (coverage[at + GLYPH_SIZE + 1] ?? 0) * right
  return upper * (1 - down) + lower * down
}
