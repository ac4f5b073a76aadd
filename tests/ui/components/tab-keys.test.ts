import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tabAfter } from '#ui/choice/tab-keys.ts'

const NONE = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
const place = fc.integer({ min: 1, max: 40 }).chain((count) => fc.tuple(fc.nat(count - 1), fc.constant(count)))

describe('keys of a tab list', () => {
  it('arrow keys are inverse to each other and wrap around', () => {
    fc.assert(
      fc.property(place, ([at, count]) => {
        const right = tabAfter({ ...NONE, key: 'ArrowRight' }, at, count)
        expect(right).toBe((at + 1) % count)
        expect(tabAfter({ ...NONE, key: 'ArrowLeft' }, right ?? -1, count)).toBe(at)
      }),
    )
  })

  it('Home and End move to the ends', () => {
    fc.assert(
      fc.property(place, ([at, count]) => {
        expect(tabAfter({ ...NONE, key: 'Home' }, at, count)).toBe(0)
        expect(tabAfter({ ...NONE, key: 'End' }, at, count)).toBe(count - 1)
      }),
    )
  })

  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const)('with %s are left to the browser', (held) => {
    expect(tabAfter({ ...NONE, key: 'ArrowRight', [held]: true }, 0, 3)).toBeNull()
  })

  it('other keys, and lists without focus, are ignored', () => {
    expect(tabAfter({ ...NONE, key: 'Enter' }, 0, 3)).toBeNull()
    expect(tabAfter({ ...NONE, key: 'ArrowRight' }, -1, 3)).toBeNull()
    expect(tabAfter({ ...NONE, key: 'ArrowRight' }, 3, 3)).toBeNull()
    expect(tabAfter({ ...NONE, key: 'Home' }, 0, 0)).toBeNull()
  })
})
