import { expect, it } from 'vitest'
import { NO_DRAFT, parseDraft } from '#state/room/room-draft.ts'

const stored = (page: number) => JSON.stringify({ text: '写了一半', gift: { giftId: 6, count: 188 }, page })

it('a draft of the same page keeps the quantity of the gift', () => {
  expect(parseDraft(stored(performance.timeOrigin))).toMatchObject({
    text: '写了一半',
    gift: { giftId: 6, count: 188 },
  })
})

it('a draft of another page load has one gift', () => {
  expect(parseDraft(stored(performance.timeOrigin - 1)).gift).toEqual({ giftId: 6, count: 1 })
})

it.each(['', '{', 'null', '[]', '{"gift":{"giftId":"6","count":1}}'])('an invalid draft is empty: %s', (text) => {
  expect(parseDraft(text)).toEqual(NO_DRAFT)
})
