import { describe, expect, it } from 'vitest'
import { CONTENT_KINDS, type ContentKind } from '#protocol/endpoints/live.ts'
import { drawStrip, STRIP } from '../../scripts/clip/marks.mjs'
import { FRAMES } from '../../scripts/clip/stage.mjs'
import { delayOf, frameOf } from './video/strip.ts'

/** Brightness of each cell as rendered, before encoding. */
function levelsOf(kind: ContentKind, frame: number): number[] {
  const levels: number[] = []
  const context = {
    fillStyle: '' as unknown,
    fillRect(x: number): void {
      levels[(x - STRIP.x) / STRIP.cellWidth] = Number.parseInt(String(context.fillStyle).slice(3, 5), 16)
    },
  }
  drawStrip(context, kind, frame)
  return levels
}

describe('the frame counter of the clips', () => {
  it.each(CONTENT_KINDS)('is readable in %s after encoding has changed the levels', (kind) => {
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const levels = levelsOf(kind, frame)
      expect(frameOf(levels)).toBe(frame)
      expect(frameOf(levels.map((level, cell) => level * 0.8 + 20 + (cell % 3) * 8))).toBe(frame)
    }
  })

  it('is refused if it is invalid', () => {
    expect(frameOf([])).toBeNull()
    expect(frameOf(Array.from({ length: STRIP.cells }, () => 90))).toBeNull()
    expect(frameOf(levelsOf('football', 1_023))).toBeNull()
  })

  it('has a correct delay when the clip restarts', () => {
    const turn = 24_000 * 70_000_000
    expect(delayOf(25, turn + 2_500)).toBe(1_500)
    expect(delayOf(599, turn + 1_000)).toBe(1_040)
  })
})
