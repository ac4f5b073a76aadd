import { afterEach, describe, expect, it, vi } from 'vitest'
import { transport } from '../support/fake-transport.ts'
import { batch, orderRow } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'

afterEach(() => closeRoom())

const row = (id: string) => document.querySelector<HTMLElement>(`[data-id="${id}"]`)

describe('order rows', () => {
  it("S1.29 S3.23 show member, market, selection, odds and score, with the team's crest", async () => {
    await openRoomPage({ messages: [batch([orderRow(1)])] })
    await vi.waitFor(() => expect(row('e1')).not.toBeNull())
    const text = row('e1')?.textContent ?? ''
    for (const word of ['海边的卡夫 · 全场独赢', '北港联 胜', '1.62', '下注时 2 : 1']) expect(text).toContain(word)
    expect(row('e1')?.querySelector('img')?.getAttribute('src')).toBe('/art/crest-beigang.svg')
    expect(row('e1')?.dataset['kind']).toBe('order')
  })

  it('show a draw without the crest of a team', async () => {
    const message = { categoryName: '全场独赢', itemName: '平局', score: '0-0', teamLogo: '' }
    await openRoomPage({ messages: [batch([orderRow(1, { data: { message, odds: 3_400 } })])] })
    await vi.waitFor(() => expect(row('e1')?.textContent).toContain('平局'))
    expect(row('e1')?.querySelector('img, text')).toBeNull()
  })

  it('S4.32 settled 13 keep position, height and id when withdrawn, without the content', async () => {
    await openRoomPage({ messages: [batch([orderRow(1), orderRow(2)])] })
    await vi.waitFor(() => expect(row('e2')).not.toBeNull())
    const before = row('e1')!.getBoundingClientRect()
    transport.send(batch([], { lastSeq: 3, patches: [{ type: 'revert', orderId: 'e1', seq: 3 }] }))
    await vi.waitFor(() => expect(row('e1')?.dataset['kind']).toBe('revert'))
    await frames(2)
    const after = row('e1')!.getBoundingClientRect()
    expect([after.top, after.height]).toEqual([before.top, before.height])
    expect(row('e1')?.textContent).toContain('这条注单已撤回')
    const html = row('e1')?.innerHTML ?? ''
    for (const reverted of ['北港联', '全场独赢', '1.62', '海边的卡夫', 'crest-']) expect(html).not.toContain(reverted)
    expect(row('e2')?.dataset['kind']).toBe('order')
  })

  it('S3.23 render content as text and load no logo of another origin', async () => {
    const evil = '<img src=x onerror="window.__owned=1">'
    const message = { categoryName: evil, itemName: evil, score: evil, teamLogo: 'https://evil.example/logo.svg' }
    await openRoomPage({ messages: [batch([orderRow(1, { data: { message, odds: 1_620 } })])] })
    await vi.waitFor(() => expect(row('e1')?.textContent).toContain(evil))
    await frames(2)
    expect('__owned' in window).toBe(false)
    expect(row('e1')?.querySelector('img[src^="http"]')).toBeNull()
  })
})
