import type { Draft } from './control.ts'

export const ROOM = 'room-1'
export const FAN = { name: 'fan001', password: 'Play2026x' }

/** `count` text entries, numbered from `from`. */
export function texts(from: number, count: number, more: Partial<Draft> = {}): Draft[] {
  return Array.from(
    { length: count },
    (_, index) => ({ kind: 'text', data: { text: `第${from + index}句` }, ...more }) as Draft,
  )
}

/** The texts of {@link texts}. */
export function numbers(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `第${from + index}句`)
}
