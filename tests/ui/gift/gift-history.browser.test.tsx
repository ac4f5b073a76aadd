import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { rail } from '../support/gift-controls.ts'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'

afterEach(() => closeRoom())

describe('我的记录', () => {
  const record = (place: number) => ({
    giftOrderNo: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
    giftId: 4,
    giftName: '战鼓',
    giftIconWeb: '/art/gift-drum.svg',
    count: place,
    total: 99 * place,
    status: 'delivered' as const,
    title: '北港联 对 梅州',
    createdAt: NOON - place * 60_000,
  })
  const asked = () => transport.calls.filter(({ name }) => name === 'gift.history').map(({ params }) => params)
  const open = async () => {
    await rail('战鼓 99 金币').click()
    await page.getByRole('button', { name: '我的记录' }).click()
    await expect.element(page.getByRole('dialog', { name: '我送出的礼物' })).toBeVisible()
  }
  const shown = () => document.querySelectorAll('[data-gift-order]').length

  it('Annex E.9 lists the own gifts page by page, with cost and recipient', async () => {
    await openRoomPage()
    transport.responses['gift.history'] = ({ before }) =>
      before === null
        ? success({ list: [1, 2, 3].map(record), hasMore: true })
        : success({ list: [4].map(record), hasMore: false })
    await open()
    await expect.element(page.getByText('战鼓 ×3')).toBeVisible()
    await expect.element(page.getByText('−297')).toBeVisible()
    expect(document.querySelector('[data-gift-order]')?.textContent).toContain('送到“北港联 对 梅州”')
    await page.getByRole('button', { name: '加载更多' }).click()
    await vi.waitFor(() => expect(shown()).toBe(4))
    expect(asked()).toEqual([{ before: null }, { before: record(3).giftOrderNo }])
    await expect.element(page.getByText('没有更多记录')).toBeVisible()
  })

  it('returns to the sheet on a phone when it is closed', async () => {
    await openRoomPage({ width: 390, height: 844 })
    transport.responses['gift.history'] = () => success({ list: [record(1)], hasMore: false })
    await page.getByRole('button', { name: '礼物', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '送礼物' })
    await page.getByRole('button', { name: '我的记录' }).click()
    const history = page.getByRole('dialog', { name: '我送出的礼物' })
    await expect.element(history).toBeVisible()
    await expect.element(sheet).not.toBeInTheDocument()
    await history.getByRole('button', { name: '关闭' }).click()
    await expect.element(sheet).toBeVisible()
  })

  it('Annex E.9 keeps the list when the next page fails, and can retry', async () => {
    await openRoomPage()
    let isDown = false
    transport.responses['gift.history'] = ({ before }) =>
      isDown
        ? failure(-1, '请求超时')
        : success({ list: [before === null ? record(1) : record(2)], hasMore: before === null })
    await open()
    await vi.waitFor(() => expect(shown()).toBe(1))
    isDown = true
    await page.getByRole('button', { name: '加载更多' }).click()
    await expect.element(page.getByText('加载失败，请重试')).toBeVisible()
    expect(shown()).toBe(1)
    isDown = false
    await page.getByRole('button', { name: '加载更多' }).click()
    await vi.waitFor(() => expect(shown()).toBe(2))
  })

  it('Annex E.9 D.7 renders only the visible part of a long history', async () => {
    await openRoomPage()
    const many = Array.from({ length: 400 }, (_, index) => record(index + 1))
    transport.responses['gift.history'] = () => success({ list: many, hasMore: false })
    await open()
    await vi.waitFor(() => expect(shown()).toBeGreaterThan(3))
    expect(shown()).toBeLessThan(60)
    document.querySelector('[role="dialog"] [data-virtuoso-scroller]')!.parentElement!.parentElement!.scrollTop = 1e6
    await vi.waitFor(() =>
      expect(document.querySelector('[data-gift-order="' + record(400).giftOrderNo + '"]')).not.toBeNull(),
    )
    expect(shown()).toBeLessThan(60)
  })

  it('Annex E.9 shows an empty state, and replaces the gift sheet on a phone', async () => {
    await openRoomPage({ width: 390, height: 844 })
    await page.getByRole('button', { name: '礼物' }).click()
    await page.getByRole('button', { name: '我的记录' }).click()
    await expect.element(page.getByText('暂无送礼记录')).toBeVisible()
    await expect.element(page.getByRole('dialog', { name: '送礼物' })).not.toBeInTheDocument()
  })

  it('S6.5 is not offered to visitors', async () => {
    await openRoomPage({ isMember: false })
    await rail('战鼓 99 金币').click()
    expect(page.getByRole('button', { name: '我的记录' }).elements()).toEqual([])
  })
})
