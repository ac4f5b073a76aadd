import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { blockAtom } from '#state/feed/feed-atoms.ts'
import type { ShowSwitches } from '#state/site/ui-preferences.ts'
import { DEFAULT_UI_PREFERENCES, uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { author, batch, giftRow, NOON, noticeRow, welcomeRow } from '#tests/ui/support/feed-fixtures.ts'
import { frames } from '#tests/ui/support/mount.tsx'
import type { RoomOptions } from '#tests/ui/support/open-room.tsx'
import { closeRoom, here, openRoomPage } from '#tests/ui/support/open-room.tsx'

const OPTIONS: RoomOptions = { messages: [] }
let cores = 8
let isHidden = false

beforeEach(() => {
  cores = 8
  isHidden = false
  vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockImplementation(() => cores)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  closeRoom()
  vi.useRealTimers()
  vi.restoreAllMocks()
  store.set(uiPreferencesAtom, DEFAULT_UI_PREFERENCES)
})

/** Overlays of the video are loaded after the room. */
async function openRoom(): Promise<void> {
  await openRoomPage(OPTIONS)
  await vi.waitUntil(() => transport.site !== null, { timeout: 30_000 })
}
const switchOff = (key: keyof ShowSwitches) =>
  store.set(uiPreferencesAtom, { shows: { ...DEFAULT_UI_PREFERENCES.shows, [key]: false } })
const effect = () => document.querySelector<HTMLElement>('[data-gift-effect]')
const entrance = () => document.querySelector<HTMLElement>('[data-entry-effect]')
const banner = () => document.querySelector<HTMLElement>('[data-site-banner]')

function dear(seq: number, giftName: string, total: number, more: { isMine?: boolean; name?: string } = {}) {
  return giftRow(
    seq,
    { giftName, giftIcon: '/art/gift-cup.svg', total, comboId: `dear-${seq}` },
    { at: NOON, isMine: more.isMine ?? false, author: author(more.name ?? '阿楠') },
  )
}
const send = (...rows: Parameters<typeof batch>[0]) => transport.send(batch(rows, { lastSeq: rows.at(-1)?.seq ?? 1 }))

describe('full-screen gift effects', () => {
  it("draw an animation over the video, under the player's controls", async () => {
    await openRoom()
    send(dear(1, '金杯', 1_888))
    await vi.waitFor(() => expect(effect()?.dataset['giftEffect']).toBe('cup'))
    const canvas = effect()?.querySelector('canvas')
    expect(canvas?.getBoundingClientRect().width).toBeGreaterThan(300)
    expect(effect()?.textContent).toBe('阿楠 送出金杯×1')
    expect(effect()?.closest('[data-video]')).not.toBeNull()
    expect(getComputedStyle(effect()!).pointerEvents).toBe('none')
    // It does not reach beyond the video.
    const picture = document.querySelector('[data-video]')!.getBoundingClientRect()
    const scene = effect()!.getBoundingClientRect()
    expect(scene.top >= picture.top && scene.bottom <= picture.bottom && scene.right <= picture.right).toBe(true)
    expect(document.querySelector('[role="log"]')!.contains(effect())).toBe(false)
  })

  it('play one at a time, own first, three waiting at most, and end without a worker', async () => {
    // A worker that never responds, as after a crash of the GPU process.
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage() {}
        terminate() {}
      },
    )
    await openRoom()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const seen: string[] = []
    /** Seconds: four effects of less than six each. */
    let passed = 0
    send(dear(1, '焰火', 520), dear(2, '金杯', 1_888, { name: '乙' }), dear(3, '金杯', 1_888, { name: '丙' }))
    send(dear(4, '焰火', 520, { name: '丁' }), dear(5, '金杯', 1_888, { name: '戊' }))
    send(dear(6, '焰火', 520, { isMine: true, name: '我' }))
    await frames(2)
    while (effect() !== null) {
      expect(document.querySelectorAll('[data-gift-effect]')).toHaveLength(1)
      const name = effect()!.textContent.slice(0, 2).trim()
      if (seen.at(-1) !== name) seen.push(name)
      await vi.advanceTimersByTimeAsync(1_000)
      expect((passed += 1)).toBeLessThan(4 * 6)
      await frames(1)
    }
    expect(seen).toEqual(['阿楠', '我', '丁', '戊'])
    vi.unstubAllGlobals()
  })

  it('count up the postings of a combo', async () => {
    await openRoom()
    const posting = (seq: number) =>
      giftRow(seq, { giftName: '焰火', total: 520, comboId: 'one', comboCount: seq }, { at: NOON })
    send(posting(1))
    await vi.waitFor(() => expect(effect()?.textContent).toContain('×1'))
    const first = effect()
    send(posting(2), posting(3))
    await vi.waitFor(() => expect(effect()?.textContent).toContain('×3'))
    expect(effect()).toBe(first)
  })

  it('are not prolonged by further postings of the combo', async () => {
    await openRoom()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pass = async (milliseconds: number) => {
      await frames(2)
      await vi.advanceTimersByTimeAsync(milliseconds)
      await frames(2)
    }
    const posting = (seq: number, total: number) =>
      giftRow(seq, { giftName: '焰火', total, comboId: 'one', comboCount: seq }, { at: NOON })
    send(posting(1, 520))
    await frames(2)
    expect(effect()?.dataset['giftEffect']).toBe('fireworks')
    for (const [seq, total] of [1_888, 520, 1_888, 520].entries()) {
      await pass(1_000)
      send(posting(seq + 2, total))
    }
    await frames(2)
    expect(effect()?.textContent).toContain('×5')
    await pass(1_500)
    expect(effect()).toBeNull()
  })

  it('are static cards on a weak device and with reduced motion', async () => {
    cores = 2
    await openRoom()
    send(dear(1, '金杯', 1_888))
    await vi.waitFor(() => expect(effect()?.dataset['giftEffect']).toBe('card'))
    expect(effect()?.querySelector('canvas')).toBeNull()
    expect(effect()?.getAnimations({ subtree: true })).toEqual([])
    closeRoom()
    cores = 8
    const session = cdp() as unknown as { send(method: string, params: object): Promise<void> }
    const wish = (value: string) =>
      session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
    await wish('reduce')
    try {
      await openRoom()
      send(dear(1, '金杯', 1_888))
      await vi.waitFor(() => expect(effect()?.dataset['giftEffect']).toBe('card'))
    } finally {
      await wish('')
    }
  })

  it('disappear at once when disabled', async () => {
    await openRoom()
    send(dear(1, '金杯', 1_888))
    await vi.waitFor(() => expect(effect()).not.toBeNull())
    switchOff('giftEffects')
    await vi.waitFor(() => expect(effect()).toBeNull())
    send(dear(2, '金杯', 1_888))
    await frames(4)
    expect(effect()).toBeNull()
  })

  it('are dropped while the page is hidden', async () => {
    await openRoom()
    isHidden = true
    document.dispatchEvent(new Event('visibilitychange'))
    send(dear(1, '金杯', 1_888))
    await vi.waitFor(() => expect(transport.applied.at(-1)?.lastSeq).toBe(1), 3_000)
    isHidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    await frames(4)
    expect(effect()).toBeNull()
  })

  it('are not shown for blocked members', async () => {
    await openRoom()
    store.set(blockAtom, { userId: author('吵闹的人').userId, isOn: true })
    send(dear(1, '金杯', 1_888, { name: '吵闹的人' }))
    transport.send(batch([], { lastSeq: 2, welcome: welcomeRow('w1', author('吵闹的人', 9)) }))
    await frames(4)
    expect(effect()).toBeNull()
    expect(entrance()).toBeNull()
    store.set(blockAtom, { userId: author('吵闹的人').userId, isOn: false })
  })

  it('are removed, shown and waiting, when the member is blocked', async () => {
    cores = 2
    await openRoom()
    const noisy = author('吵闹的人', 9)
    const block = (isOn: boolean) => store.set(blockAtom, { userId: noisy.userId, isOn })
    transport.send(batch([], { lastSeq: 1, welcome: welcomeRow('w1', noisy) }))
    await vi.waitFor(() => expect(entrance()).not.toBeNull())
    block(true)
    await vi.waitFor(() => expect(entrance()).toBeNull())
    block(false)
    transport.site?.onMessage(batch([{ ...noticeRow(61, NOON), author: noisy }]))
    await vi.waitFor(() => expect(banner()?.textContent ?? '').toContain('吵闹的人'))
    block(true)
    await vi.waitFor(() => expect(banner()).toBeNull())
    transport.site?.onMessage(batch([{ ...noticeRow(62, NOON), author: noisy }]))
    await frames(4)
    expect(banner()).toBeNull()
    block(false)
    const gift = (seq: number, who: typeof noisy) =>
      giftRow(seq, { giftName: '金杯', total: 1_888, comboId: `dear-${seq}` }, { at: NOON, author: who })
    send(gift(2, noisy), gift(3, author('阿楠')), gift(4, noisy))
    await vi.waitFor(() => expect(effect()?.textContent ?? '').toContain('吵闹的人'))
    block(true)
    await vi.waitFor(() => expect(effect()?.textContent ?? '').toContain('阿楠'))
    await vi.waitFor(() => expect(effect()).toBeNull(), 10_000)
    block(false)
  })

  it('render names and gifts as text', async () => {
    await openRoom()
    const evil = '<img src=x onerror="window.__owned=1">'
    transport.send(batch([], { lastSeq: 1, welcome: welcomeRow('w1', author(evil, 8)) }))
    await vi.waitFor(() => expect(entrance()?.textContent ?? '').toContain(evil))
    send(dear(2, evil, 1_888, { name: evil }))
    await vi.waitFor(() => expect(effect()?.textContent ?? '').toContain(evil))
    await frames(4)
    expect('__owned' in window).toBe(false)
  })
})

describe('entrances', () => {
  const enter = (id: string, name: string, vipLevel: number) =>
    transport.send(batch([], { lastSeq: 1, welcome: welcomeRow(id, author(name, vipLevel)) }))

  it('S6.11 are shown for members above VIP 4 only', async () => {
    await openRoom()
    enter('w1', '小满', 4)
    await frames(4)
    expect(entrance()).toBeNull()
    enter('w2', '北岸灯塔', 7)
    await vi.waitFor(() => expect(entrance()?.textContent).toBe('V7北岸灯塔进入直播间'))
    enter('w3', '巷口修车铺', 6)
    await frames(2)
    expect(document.querySelectorAll('[data-entry-effect]')).toHaveLength(1)
    await vi.waitFor(() => expect(entrance()?.textContent).toContain('巷口修车铺'), 5_000)
    await vi.waitFor(() => expect(entrance()).toBeNull(), 5_000)
  })

  for (const width of [390, 1280]) {
    it(`do not cover the sound button with long texts at ${width} px, as gifts do not`, async () => {
      await page.viewport(width, 844)
      await openRoom()
      const player = document.querySelector('[data-video]')
      // A stand-in for the player's button at the bottom left.
      player?.insertAdjacentHTML(
        'beforeend',
        `<button type="button" data-sound-offer style="position:absolute;left:12px;width:258px;${
          width === 390 ? 'bottom:48px;height:32px' : 'bottom:64px;height:36px'
        }">声音在其他页面播放 · 点击在此播放</button>`,
      )
      const staysAbove = async (element: Element) => {
        await Promise.all(element.getAnimations().map(({ ready }) => ready))
        const { top, bottom } = element.getBoundingClientRect()
        const offer = player?.querySelector('[data-sound-offer]')?.getBoundingClientRect()
        expect(bottom).toBeLessThanOrEqual(offer?.top ?? 0)
        expect(top).toBeGreaterThanOrEqual(player?.getBoundingClientRect().top ?? 0)
      }
      enter('w1', '住在看台最上面一排的老邻居', 7)
      await staysAbove(await vi.waitUntil(entrance))
      send(dear(1, '金杯', 1_888, { name: '住在看台最上面一排的老邻居' }))
      await staysAbove(await vi.waitUntil(() => effect()?.querySelector('p')))
    })
  }

  it('have separate switches for the banner and the strip', async () => {
    await openRoom()
    const strip = () => document.querySelector('[data-kind="welcome"]')
    switchOff('entryEffects')
    enter('w1', '北岸灯塔', 7)
    await vi.waitFor(() => expect(strip()?.textContent).toContain('北岸灯塔'))
    expect(entrance()).toBeNull()
    switchOff('entryNotes')
    await vi.waitFor(() => expect(strip()).toBeNull())
    enter('w2', '南看台老周', 8)
    await vi.waitFor(() => expect(entrance()?.textContent).toContain('南看台老周'))
  })
})

describe('gift banners', () => {
  it('are hidden when disabled, while the row of the chat stays', async () => {
    await openRoom()
    const trays = () => document.querySelectorAll('[data-gift-tray]').length
    send(giftRow(1, {}, { at: NOON }))
    await vi.waitFor(() => expect(trays()).toBe(1))
    switchOff('giftBanners')
    await vi.waitFor(() => expect(trays()).toBe(0))
    expect(document.querySelector('[data-id="e1"]')).not.toBeNull()
  })
})

describe('banners of the site', () => {
  // Separate banners per test, because a page reports each banner once.
  const news = (...rows: ReturnType<typeof noticeRow>[]) =>
    transport.site?.onMessage(batch(rows, { lastSeq: rows.at(-1)?.seq ?? 0 }))

  it('settled 10 are shown one at a time with a link, from a room that is joined and left', async () => {
    await openRoom()
    await vi.waitFor(() => expect(transport.site).not.toBeNull())
    news(noticeRow(11, NOON), noticeRow(12, NOON))
    await vi.waitFor(() => expect(banner()?.textContent).toContain('小满 在“松江 对 铁路工人”送出金杯×2'))
    expect(document.querySelectorAll('[data-site-banner]')).toHaveLength(1)
    expect(transport.siteApplied.at(-1)).toEqual({ lastSeq: 12, batches: 1 })
    await page.getByRole('button', { name: '收起这条飘屏' }).click()
    await frames(2)
    expect(banner()).not.toBeNull()
    await page.getByRole('link', { name: '小满 在“松江 对 铁路工人”送出金杯 ×2 查看' }).click()
    await vi.waitFor(() => expect(here()).toBe('/app/live/eid-2'))
    closeRoom()
    await vi.waitFor(() => expect(transport.site).toBeNull())
  })

  it('are one overlay of several over the picture: a gift first, then the banner, then the entrance', async () => {
    cores = 2
    await openRoom()
    const overlays = () =>
      [entrance() && 'entrance', banner() && 'banner', effect() && 'gift'].filter((name) => name !== null)
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
    await vi.waitFor(() => expect(banner()).toBeNull())
    closeRoom()
    await openRoom()
    news(noticeRow(41, NOON))
    await frames(4)
    expect(banner()).toBeNull()
    news(noticeRow(42, NOON))
    await vi.waitFor(() => expect(banner()).not.toBeNull())
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
    await vi.waitFor(() => expect(banner()).toBeNull())
    expect(document.activeElement).toBe(control)
    news(noticeRow(22, NOON))
    await vi.waitFor(() => expect(banner()).not.toBeNull())
    // Without a focused element before it, the focus moves to the controls of the video.
    control?.blur()
    banner()?.querySelector('a')?.focus()
    ;(close.element() as HTMLElement).click()
    await vi.waitFor(() => expect(banner()).toBeNull())
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
    expect(banner()).toBeNull()
    expect(alerts()).toBe(before)
  })

  it('are not shown when disabled', async () => {
    switchOff('siteBanners')
    await openRoomPage(OPTIONS)
    await vi.waitFor(() => expect(transport.site).not.toBeNull())
    news(noticeRow(71, NOON))
    await frames(4)
    expect(banner()).toBeNull()
    store.set(uiPreferencesAtom, { shows: DEFAULT_UI_PREFERENCES.shows })
    await frames(4)
    news(noticeRow(72, NOON))
    await vi.waitFor(() => expect(banner()).not.toBeNull())
  })

  it('S9.14 a change of the site makes the page read configuration and announcements again', async () => {
    await openRoomPage(OPTIONS)
    await vi.waitFor(() => expect(transport.site).not.toBeNull())
    const count = (name: string) => transport.calls.filter((one) => one.name === name).length
    const before = count('site.configs')
    news({ ...noticeRow(81, NOON), data: { text: '', reads: ['site.'] } })
    await vi.waitFor(() => expect(count('site.configs')).toBe(before + 1), 4_000)
    expect(count('site.announcements')).toBeGreaterThan(0)
  })
})
