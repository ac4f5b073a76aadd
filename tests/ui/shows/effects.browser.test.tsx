import { describe, expect, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { blockAtom } from '#state/feed/feed-atoms.ts'
import { store } from '#state/store.ts'
import { dear, device, openRoom, overlay, restoreAfterEach, send, switchOff } from '#tests/ui/support/effects.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { author, batch, giftRow, NOON, noticeRow, welcomeRow } from '#tests/ui/support/feed-fixtures.ts'
import { frames } from '#tests/ui/support/mount.tsx'
import { closeRoom } from '#tests/ui/support/open-room.tsx'

restoreAfterEach()

describe('full-screen gift effects', () => {
  it("draw an animation over the video, under the player's controls", async () => {
    await openRoom()
    send(dear(1, '金杯', 1_888))
    await vi.waitFor(() => expect(overlay.effect()?.dataset['giftEffect']).toBe('cup'))
    const canvas = overlay.effect()?.querySelector('canvas')
    expect(canvas?.getBoundingClientRect().width).toBeGreaterThan(300)
    expect(overlay.effect()?.textContent).toBe('阿楠 送出金杯×1')
    expect(overlay.effect()?.closest('[data-video]')).not.toBeNull()
    expect(getComputedStyle(overlay.effect()!).pointerEvents).toBe('none')
    // It does not reach beyond the video.
    const picture = document.querySelector('[data-video]')!.getBoundingClientRect()
    const scene = overlay.effect()!.getBoundingClientRect()
    expect(scene.top >= picture.top && scene.bottom <= picture.bottom && scene.right <= picture.right).toBe(true)
    expect(document.querySelector('[role="log"]')!.contains(overlay.effect())).toBe(false)
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
    while (overlay.effect() !== null) {
      expect(document.querySelectorAll('[data-gift-effect]')).toHaveLength(1)
      const name = overlay.effect()!.textContent.slice(0, 2).trim()
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
    await vi.waitFor(() => expect(overlay.effect()?.textContent).toContain('×1'))
    const first = overlay.effect()
    send(posting(2), posting(3))
    await vi.waitFor(() => expect(overlay.effect()?.textContent).toContain('×3'))
    expect(overlay.effect()).toBe(first)
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
    expect(overlay.effect()?.dataset['giftEffect']).toBe('fireworks')
    for (const [seq, total] of [1_888, 520, 1_888, 520].entries()) {
      await pass(1_000)
      send(posting(seq + 2, total))
    }
    await frames(2)
    expect(overlay.effect()?.textContent).toContain('×5')
    await pass(1_500)
    expect(overlay.effect()).toBeNull()
  })

  it('are static cards on a weak device and with reduced motion', async () => {
    device.cores = 2
    await openRoom()
    send(dear(1, '金杯', 1_888))
    await vi.waitFor(() => expect(overlay.effect()?.dataset['giftEffect']).toBe('card'))
    expect(overlay.effect()?.querySelector('canvas')).toBeNull()
    expect(overlay.effect()?.getAnimations({ subtree: true })).toEqual([])
    closeRoom()
    device.cores = 8
    const session = cdp() as unknown as { send(method: string, params: object): Promise<void> }
    const wish = (value: string) =>
      session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
    await wish('reduce')
    try {
      await openRoom()
      send(dear(1, '金杯', 1_888))
      await vi.waitFor(() => expect(overlay.effect()?.dataset['giftEffect']).toBe('card'))
    } finally {
      await wish('')
    }
  })

  it('disappear at once when disabled', async () => {
    await openRoom()
    send(dear(1, '金杯', 1_888))
    await vi.waitFor(() => expect(overlay.effect()).not.toBeNull())
    switchOff('giftEffects')
    await vi.waitFor(() => expect(overlay.effect()).toBeNull())
    send(dear(2, '金杯', 1_888))
    await frames(4)
    expect(overlay.effect()).toBeNull()
  })

  it('are dropped while the page is hidden', async () => {
    await openRoom()
    device.isHidden = true
    document.dispatchEvent(new Event('visibilitychange'))
    send(dear(1, '金杯', 1_888))
    await vi.waitFor(() => expect(transport.applied.at(-1)?.lastSeq).toBe(1), 3_000)
    device.isHidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    await frames(4)
    expect(overlay.effect()).toBeNull()
  })

  it('are not shown for blocked members', async () => {
    await openRoom()
    store.set(blockAtom, { userId: author('吵闹的人').userId, isOn: true })
    send(dear(1, '金杯', 1_888, { name: '吵闹的人' }))
    transport.send(batch([], { lastSeq: 2, welcome: welcomeRow('w1', author('吵闹的人', 9)) }))
    await frames(4)
    expect(overlay.effect()).toBeNull()
    expect(overlay.entrance()).toBeNull()
    store.set(blockAtom, { userId: author('吵闹的人').userId, isOn: false })
  })

  it('are removed, shown and waiting, when the member is blocked', async () => {
    device.cores = 2
    await openRoom()
    const noisy = author('吵闹的人', 9)
    const block = (isOn: boolean) => store.set(blockAtom, { userId: noisy.userId, isOn })
    transport.send(batch([], { lastSeq: 1, welcome: welcomeRow('w1', noisy) }))
    await vi.waitFor(() => expect(overlay.entrance()).not.toBeNull())
    block(true)
    await vi.waitFor(() => expect(overlay.entrance()).toBeNull())
    block(false)
    transport.site?.onMessage(batch([{ ...noticeRow(61, NOON), author: noisy }]))
    await vi.waitFor(() => expect(overlay.banner()?.textContent ?? '').toContain('吵闹的人'))
    block(true)
    await vi.waitFor(() => expect(overlay.banner()).toBeNull())
    transport.site?.onMessage(batch([{ ...noticeRow(62, NOON), author: noisy }]))
    await frames(4)
    expect(overlay.banner()).toBeNull()
    block(false)
    const gift = (seq: number, who: typeof noisy) =>
      giftRow(seq, { giftName: '金杯', total: 1_888, comboId: `dear-${seq}` }, { at: NOON, author: who })
    send(gift(2, noisy), gift(3, author('阿楠')), gift(4, noisy))
    await vi.waitFor(() => expect(overlay.effect()?.textContent ?? '').toContain('吵闹的人'))
    block(true)
    await vi.waitFor(() => expect(overlay.effect()?.textContent ?? '').toContain('阿楠'))
    await vi.waitFor(() => expect(overlay.effect()).toBeNull(), 10_000)
    block(false)
  })

  it('render names and gifts as text', async () => {
    await openRoom()
    const evil = '<img src=x onerror="window.__owned=1">'
    transport.send(batch([], { lastSeq: 1, welcome: welcomeRow('w1', author(evil, 8)) }))
    await vi.waitFor(() => expect(overlay.entrance()?.textContent ?? '').toContain(evil))
    send(dear(2, evil, 1_888, { name: evil }))
    await vi.waitFor(() => expect(overlay.effect()?.textContent ?? '').toContain(evil))
    await frames(4)
    expect('__owned' in window).toBe(false)
  })
})
