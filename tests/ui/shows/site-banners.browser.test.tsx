import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DEFAULT_UI_PREFERENCES, uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { dear, device, openRoom, overlay, restoreAfterEach, send, switchOff } from '#tests/ui/support/effects.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { author, batch, NOON, noticeRow, welcomeRow } from '#tests/ui/support/feed-fixtures.ts'
import { frames } from '#tests/ui/support/mount.tsx'
import { closeRoom, here, openRoomPage } from '#tests/ui/support/open-room.tsx'

restoreAfterEach()

describe('banners of the site', () => {
  // Separate banners per test, because a page reports each banner once.
  const news = (...rows: ReturnType<typeof noticeRow>[]) =>
    transport.site?.onMessage(batch(rows, { lastSeq: rows.at(-1)?.seq ?? 0 }))

  it('settled 10 are shown one at a time with a link, from a room that is joined and left', async () => {
    await openRoom()
    await vi.waitFor(() => expect(transport.site).not.toBeNull())
    news(noticeRow(11, NOON), noticeRow(12, NOON))
    await vi.waitFor(() => expect(overlay.banner()?.textContent).toContain('小满 在“松江 对 铁路工人”送出金杯×2'))
    expect(document.querySelectorAll('[data-site-banner]')).toHaveLength(1)
    expect(transport.siteApplied.at(-1)).toEqual({ lastSeq: 12, batches: 1 })
    await page.getByRole('button', { name: '收起这条飘屏' }).click()
    await frames(2)
    expect(overlay.banner()).not.toBeNull()
    await page.getByRole('link', { name: '小满 在“松江 对 铁路工人”送出金杯 ×2 查看' }).click()
    await vi.waitFor(() => expect(here()).toBe('/app/live/eid-2'))
    closeRoom()
    await vi.waitFor(() => expect(transport.site).toBeNull())
  })

  it('are one overlay of several over the picture: a gift first, then the banner, then the entrance', async () => {
    device.cores = 2
    await openRoom()
    const overlays = () =>
      [overlay.entrance() && 'entrance', overlay.banner() && 'banner', overlay.effect() && 'gift'].filter(
        (name) => name !== null,
      )
    transport.send(batch([], { lastSeq: 1, welcome: welcomeRow('w1', author('北岸灯塔', 7)) }))
    await vi.waitFor(() => expect(overlays()).toEqual(['entrance']))
    news(noticeRow(390, NOON))
    await vi.waitFor(() => expect(overlays()).toEqual(['banner']))
    send(dear(1, '金杯', 1_888))
    await vi.waitFor(() => expect(overlays()).toEqual(['gift']))
    await vi.waitFor(() => expect(overlays()).toEqual(['banner']), 10_000)
    await page.getByRole('button', { name: '收起这条飘屏' }).click()
    await vi.waitFor(() => expect(overlays()).toEqual(['entrance']))
    await vi.waitFor(() => expect(overlays()).toEqual([]), 10_000)
  })

  it('settled 10 do not return after they were closed when the player restarts', async () => {
    await openRoom()
    news(noticeRow(41, NOON))
    const close = page.getByRole('button', { name: '收起这条飘屏' })
    await expect.element(close).toBeVisible()
    ;(close.element() as HTMLElement).click()
    await vi.waitFor(() => expect(overlay.banner()).toBeNull())
    closeRoom()
    await openRoom()
    news(noticeRow(41, NOON))
    await frames(4)
    expect(overlay.banner()).toBeNull()
    news(noticeRow(42, NOON))
    await vi.waitFor(() => expect(overlay.banner()).not.toBeNull())
  })

  it('return the focus when the focused banner is removed', async () => {
    await openRoom()
    const picture = document.querySelector('[data-video]')
    const control = picture?.querySelector<HTMLElement>('button')
    control?.focus()
    expect(document.activeElement).toBe(control)
    news(noticeRow(21, NOON))
    const close = page.getByRole('button', { name: '收起这条飘屏' })
    await expect.element(close).toBeVisible()
    ;(close.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(overlay.banner()).toBeNull())
    expect(document.activeElement).toBe(control)
    news(noticeRow(22, NOON))
    await vi.waitFor(() => expect(overlay.banner()).not.toBeNull())
    // Without a focused element before it, the focus moves to the controls of the video.
    control?.blur()
    overlay.banner()?.querySelector('a')?.focus()
    ;(close.element() as HTMLElement).click()
    await vi.waitFor(() => expect(overlay.banner()).toBeNull())
    expect(picture?.contains(document.activeElement)).toBe(true)
  })

  it('settled 10 leave out gifts of this room and failures to join', async () => {
    await openRoom()
    const alerts = () => document.querySelectorAll('[role="alert"]').length
    const before = alerts()
    const outgoing = noticeRow(31, NOON)
    news({ ...outgoing, data: { ...outgoing.data, gift: { ...outgoing.data.gift!, chatRoomNo: 'room-1' } } })
    transport.site?.onFailure({ ok: false, code: 10004, message: '内容不存在' })
    await frames(4)
    expect(overlay.banner()).toBeNull()
    expect(alerts()).toBe(before)
  })

  it('are not shown when disabled', async () => {
    switchOff('siteBanners')
    await openRoomPage({ messages: [] })
    await vi.waitFor(() => expect(transport.site).not.toBeNull())
    news(noticeRow(71, NOON))
    await frames(4)
    expect(overlay.banner()).toBeNull()
    store.set(uiPreferencesAtom, { shows: DEFAULT_UI_PREFERENCES.shows })
    await frames(4)
    news(noticeRow(72, NOON))
    await vi.waitFor(() => expect(overlay.banner()).not.toBeNull())
  })

  it('S9.14 a change of the site makes the page read configuration and announcements again', async () => {
    await openRoomPage({ messages: [] })
    await vi.waitFor(() => expect(transport.site).not.toBeNull())
    const count = (name: string) => transport.calls.filter((one) => one.name === name).length
    const before = count('site.configs')
    news({ ...noticeRow(81, NOON), data: { text: '', reads: ['site.'] } })
    await vi.waitFor(() => expect(count('site.configs')).toBe(before + 1), 4_000)
    expect(count('site.announcements')).toBeGreaterThan(0)
  })
})
