import { describe, expect, it } from 'vitest'
import {
  giftPosted,
  giftRefused,
  giftTapped,
  withoutGiver,
  nextTrayChange,
  EMPTY_TRAYS,
  MAX_WAITING_TRAYS,
  MAX_TRAY_WAIT_MS,
  trayCount,
  expireTrays,
  withSlots,
} from '#state/effects/gift-trays.ts'
import { author, giftRow, NOON } from '../support/feed-fixtures.ts'

const posted = (comboId: string, comboCount: number, isMine = false) => giftRow(1, { comboId, comboCount }, { isMine })
const mine = {
  comboId: 'mine',
  giftId: 4,
  giftName: '战鼓',
  giftIcon: '',
  userId: 'me',
  memberName: '我',
  isMine: true,
}
const ids = (trays: { readonly comboId: string }[] | readonly { readonly comboId: string }[]) =>
  trays.map((tray) => tray.comboId)

describe('gift trays', () => {
  it('counts up a combo in one tray, which ends three seconds after the last posting', () => {
    let trays = giftPosted(EMPTY_TRAYS, posted('a', 1), NOON)
    trays = giftPosted(trays, posted('a', 6), NOON + 2_000)
    trays = giftPosted(trays, posted('a', 4), NOON + 2_500)
    expect(trays.shown.map(trayCount)).toEqual([6])
    expect(nextTrayChange(trays)).toBe(NOON + 5_500)
    expect(expireTrays(trays, NOON + 5_499)).toBe(trays)
    expect(expireTrays(trays, NOON + 5_500).shown).toEqual([])
  })

  it('S7.111 separates combos with the same id of other members and other gifts', () => {
    const forged = giftRow(2, { comboId: 'a', comboCount: 999 }, { author: author('冒名', 1) })
    let trays = giftPosted(withSlots(EMPTY_TRAYS, 3, NOON), posted('a', 2), NOON)
    trays = giftPosted(trays, forged, NOON)
    trays = giftPosted(trays, giftRow(3, { comboId: 'a', comboCount: 50, giftId: 5 }), NOON)
    expect(trays.shown.map((tray) => [tray.memberName, tray.giftId, trayCount(tray)])).toEqual([
      ['阿楠', 4, 2],
      ['冒名', 4, 999],
      ['阿楠', 5, 50],
    ])
    trays = giftTapped(EMPTY_TRAYS, mine, 1, NOON)
    trays = giftPosted(trays, giftRow(4, { comboId: 'mine', comboCount: 999 }), NOON)
    expect(trays.shown.map((tray) => [tray.isMine, trayCount(tray)])).toEqual([
      [true, 1],
      [false, 999],
    ])
    expect(giftRefused(trays, 'mine', 1, NOON).shown.map(trayCount)).toEqual([999])
  })

  it('shows two trays, own first, and queues the others', () => {
    let trays = giftPosted(EMPTY_TRAYS, posted('a', 1), NOON)
    trays = giftPosted(trays, posted('b', 1), NOON)
    trays = giftPosted(trays, posted('c', 1), NOON)
    expect(ids(trays.shown)).toEqual(['a', 'b'])
    trays = giftTapped(trays, mine, 1, NOON + 10)
    expect(ids(trays.shown)).toEqual(['mine', 'a'])
    expect(ids(trays.waiting)).toEqual(['b', 'c'])
    trays = expireTrays(trays, NOON + 3_000)
    expect(ids(trays.shown)).toEqual(['mine', 'b'])
  })

  it('shows three trays with three slots, and moves those of others to the queue first', () => {
    let trays = withSlots(EMPTY_TRAYS, 3, NOON)
    for (const id of ['a', 'b', 'c', 'd']) trays = giftPosted(trays, posted(id, 1), NOON)
    trays = giftTapped(trays, mine, 1, NOON + 10)
    expect(ids(trays.shown)).toEqual(['mine', 'a', 'b'])
    const narrow = withSlots(trays, 2, NOON + 20)
    expect(ids(narrow.shown)).toEqual(['mine', 'a'])
    expect(ids(narrow.waiting)).toEqual(['b', 'c', 'd'])
    expect(withSlots(narrow, 2, NOON + 30)).toBe(narrow)
    expect(ids(withSlots(narrow, 3, NOON + 30).shown)).toEqual(['mine', 'a', 'b'])
  })

  it('bounds the queue and never drops own combos', () => {
    let trays = giftTapped(EMPTY_TRAYS, mine, 1, NOON)
    for (let index = 0; index < 40; index += 1) trays = giftPosted(trays, posted(`g${index}`, 1), NOON)
    expect(trays.waiting).toHaveLength(MAX_WAITING_TRAYS)
    expect(trays.shown[0]?.comboId).toBe('mine')
  })

  it('counts taps at once, only once, and takes back refused ones', () => {
    let trays = giftTapped(EMPTY_TRAYS, mine, 2, NOON)
    trays = giftPosted(trays, posted('mine', 2, true), NOON + 50)
    expect(trays.shown.map(trayCount)).toEqual([2])
    trays = giftTapped(trays, mine, 3, NOON + 100)
    expect(trays.shown.map(trayCount)).toEqual([5])
    trays = giftRefused(trays, 'mine', 3, NOON + 100)
    expect(trays.shown.map(trayCount)).toEqual([2])
    expect(giftRefused(giftTapped(EMPTY_TRAYS, mine, 1, NOON), 'mine', 1, NOON).shown).toEqual([])
  })

  it('gives a slot that is freed early to a waiting combo', () => {
    const full = ['a', 'b', 'c'].reduce((trays, id) => giftPosted(trays, posted(id, 1), NOON), EMPTY_TRAYS)
    const refused = giftRefused(giftTapped(full, mine, 1, NOON), 'mine', 1, NOON + 400)
    expect(ids(refused.shown)).toEqual(['a', 'b'])
    const noisy = giftRow(9, { comboId: 'noisy' }, { author: author('吵闹的人') })
    const blocked = withoutGiver(giftPosted(full, noisy, NOON), author('阿楠').userId, NOON + 400)
    expect(ids(blocked.shown)).toEqual(['noisy'])
    expect(blocked.waiting).toEqual([])
    expect(nextTrayChange(blocked)).toBe(NOON + 3_400)
  })

  it('shows a full queue, but no combo that waited while timers were suspended', () => {
    const all = Array.from({ length: MAX_WAITING_TRAYS + 2 }, (_, index) => `c${index}`)
    const full = all.reduce((trays, id) => giftPosted(trays, posted(id, 1), NOON), EMPTY_TRAYS)
    const seen = new Set<string>()
    let trays = full
    for (let next = nextTrayChange(trays); next !== null; next = nextTrayChange(trays)) {
      for (const id of ids(trays.shown)) seen.add(id)
      trays = expireTrays(trays, next + 1)
    }
    expect([...seen]).toEqual(all)
    expect(expireTrays(full, NOON + MAX_TRAY_WAIT_MS)).toMatchObject({ shown: [], waiting: [] })
    expect(expireTrays(full, NOON + 10 * 60_000)).toMatchObject({ shown: [], waiting: [] })
  })
})
