import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EffectQueue } from '#state/effects/effect-queue.ts'
import { EMPTY_EFFECT_QUEUE, finishEffect, enqueueEffect, withoutBlockedEffects } from '#state/effects/effect-queue.ts'
import { isLowMotion } from '#state/effects/low-motion.ts'
import { effectKind, entranceEffectsOf, giftEffectsOf } from '#state/effects/room-effects.ts'
import { siteBannersOf } from '#state/site/site-banners.ts'
import { shownAgain } from '../support/site-news.ts'
import { author, batch, giftRow, NOON, noticeRow, welcomeRow } from '../support/feed-fixtures.ts'

interface Plain {
  readonly id: string
  readonly group: string
  readonly isMine: boolean
  readonly userId: string
}

const MAX_WAITING = 3
const step = fc.oneof(
  fc.record({ type: fc.constant('offer' as const), group: fc.integer({ min: 0, max: 12 }), isMine: fc.boolean() }),
  fc.record({ type: fc.constant('end' as const) }),
)

describe('the effect queue', () => {
  it('holds at most three effects, own first, each group once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let queue: EffectQueue<Plain> = EMPTY_EFFECT_QUEUE
        let next = 0
        for (const one of steps) {
          const before = queue
          if (one.type === 'end') {
            queue = finishEffect(queue, queue.current?.id ?? '')
            expect(queue.current).toBe(before.waiting[0] ?? null)
          } else {
            const group = `${one.isMine ? 'me' : 'x'} ${one.group}`
            queue = enqueueEffect(queue, { id: `s${(next += 1)}`, group, isMine: one.isMine, userId: '' }, MAX_WAITING)
            // The current effect is never replaced, and an own effect is never dropped for another member's.
            expect(queue.current?.id).toBe(before.current?.id ?? `s${next}`)
            const outgoing = (now: EffectQueue<Plain>) => now.waiting.filter(({ isMine }) => isMine).length
            expect(outgoing(queue)).toBeGreaterThanOrEqual(outgoing(before))
          }
          const { current, waiting } = queue
          expect(waiting.length).toBeLessThanOrEqual(MAX_WAITING)
          if (waiting.length > 0) expect(current).not.toBeNull()
          const mine = waiting.map(({ isMine }) => isMine)
          expect(mine).toEqual(mine.toSorted((a, b) => Number(b) - Number(a)))
          const groups = [...waiting, ...(current ? [current] : [])].map(({ group }) => group)
          expect(new Set(groups).size).toBe(groups.length)
        }
        // As many ends as effects empty the queue.
        for (let left = 0; left <= MAX_WAITING; left += 1) queue = finishEffect(queue, queue.current?.id ?? '')
        expect(queue).toEqual(EMPTY_EFFECT_QUEUE)
      }),
    )
  })

  it('ignores a late end of the previous effect', () => {
    const show = (id: string) => ({ id, group: id, isMine: false, userId: '' })
    let queue = enqueueEffect(enqueueEffect<Plain>(EMPTY_EFFECT_QUEUE, show('a'), MAX_WAITING), show('b'), MAX_WAITING)
    queue = finishEffect(finishEffect(queue, 'a'), 'a')
    expect(queue.current?.id).toBe('b')
  })

  it('drops the oldest effect of another member first, and shows own ones first', () => {
    const show = (id: string, isMine = false) => ({ id, group: id, isMine, userId: '' })
    let queue: EffectQueue<Plain> = EMPTY_EFFECT_QUEUE
    for (const item of [show('a'), show('b'), show('c'), show('d'), show('mine', true)]) {
      queue = enqueueEffect(queue, item, MAX_WAITING)
    }
    expect(queue.waiting.map(({ id }) => id)).toEqual(['mine', 'c', 'd'])
  })

  it('removes only the effects of blocked members, shown or waiting', () => {
    const show = (id: string, userId: string, isMine = false) => ({ id, group: id, isMine, userId })
    const shows = [show('a', 'x'), show('b', 'y'), show('c', 'x'), show('mine', 'x', true)]
    const queue = shows.reduce<EffectQueue<Plain>>(
      (now, item) => enqueueEffect(now, item, MAX_WAITING),
      EMPTY_EFFECT_QUEUE,
    )
    const idsOf = ({ current, waiting }: EffectQueue<Plain>) => [current?.id ?? null, ...waiting.map(({ id }) => id)]
    expect(idsOf(queue)).toEqual(['a', 'mine', 'b', 'c'])
    expect(idsOf(withoutBlockedEffects(queue, new Set(['x'])))).toEqual(['mine', 'b'])
    expect(idsOf(withoutBlockedEffects(queue, new Set(['y'])))).toEqual(['a', 'mine', 'c'])
    expect(withoutBlockedEffects(queue, new Set(['z']))).toBe(queue)
    expect(withoutBlockedEffects<Plain>(EMPTY_EFFECT_QUEUE, new Set(['x']))).toBe(EMPTY_EFFECT_QUEUE)
  })
})

describe('effects of a batch', () => {
  it.each([
    [1_888, 1, 'cup'],
    [1_888 * 6, 6, 'cup'],
    [520, 1, 'fireworks'],
    [520 * 9, 9, 'fireworks'],
    [99 * 6, 6, 'paper'],
    [30 * 66, 66, 'paper'],
    [99, 1, null],
    [99 * 5, 5, null],
    [1, 1, null],
    [0, 0, null],
  ])('%i coins for %i gifts: %s', (total, count, kind) => {
    expect(effectKind(total, count)).toBe(kind)
  })

  it('contain fresh expensive gifts, but no history', () => {
    const cup = (seq: number, at: number) =>
      giftRow(seq, { giftName: '金杯', total: 1_888, comboId: `c${seq}` }, { at, author: author('阿楠') })
    const shown = giftEffectsOf(batch([cup(1, NOON - 5_000), cup(2, NOON - 4_999), giftRow(3, {}, { at: NOON })]), NOON)
    expect(shown.map(({ id, kind, memberName }) => [id, kind, memberName])).toEqual([['e2', 'cup', '阿楠']])
  })

  it('separate different gifts with the same combo id', () => {
    const gift = (seq: number, giftId: number) =>
      giftRow(seq, { giftId, total: 1_888, comboId: 'one', comboCount: seq }, { at: NOON })
    const [cup, more, other] = giftEffectsOf(batch([gift(1, 5), gift(2, 5), gift(3, 6)]), NOON)
    expect(more?.group).toBe(cup?.group)
    expect(other?.group).not.toBe(cup?.group)
  })

  it('S6.11 contain only fresh entrances above VIP 4', () => {
    const enter = (vipLevel: number, at = NOON) => batch([], { welcome: welcomeRow('w', author('灯塔', vipLevel), at) })
    expect(entranceEffectsOf(enter(4), NOON)).toEqual([])
    expect(entranceEffectsOf(enter(5), NOON)).toMatchObject([{ memberName: '灯塔', vipLevel: 5 }])
    expect(entranceEffectsOf(enter(9, NOON - 60_000), NOON)).toEqual([])
    expect(entranceEffectsOf(batch([]), NOON)).toEqual([])
  })

  it('settled 10 contain fresh banners of the site that have a room', () => {
    const message = batch([noticeRow(1, NOON - 20_000), noticeRow(2, NOON), noticeRow(3, NOON, false)])
    expect(siteBannersOf(message, NOON)).toMatchObject([
      { id: 'e2', eid: 'eid-2', giftName: '金杯', memberName: '小满' },
    ])
  })

  it('settled 10 report each banner once per page, also after subscribing again', () => {
    expect(shownAgain([70_001, 70_002])).toEqual(['e70001', 'e70002'])
    expect(shownAgain([70_001, 70_002, 70_003, 70_003])).toEqual(['e70003'])
    expect(shownAgain([70_001, 70_002, 70_003])).toEqual([])
  })

  it.each([
    [{ prefersReducedMotion: true, memory: 8, cores: 8 }, true],
    [{ prefersReducedMotion: false, memory: 8, cores: 8 }, false],
    [{ prefersReducedMotion: false, memory: 2, cores: 8 }, true],
    [{ prefersReducedMotion: false, memory: undefined, cores: 2 }, true],
    [{ prefersReducedMotion: false, memory: undefined, cores: undefined }, false],
  ])('low motion for %j: %s', (surroundings, calm) => {
    expect(isLowMotion(surroundings)).toBe(calm)
  })
})
