import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { charactersOf, isSafari, isTurning, SIMPLE, showTitle, TITLE_TURN_MS, turned } from '#lib/title-scroller.ts'

const LONG = '北港联队 对 南屿青年竞技队 · 看台'
const OPTIONS = { onSafari: false, isCalm: false }

class Tab {
  title = ''
  hidden = false
  readonly listeners = new Set<() => void>()
  readonly addEventListener = (_type: string, listener: () => void) => void this.listeners.add(listener)
  readonly removeEventListener = (_type: string, listener: () => void) => void this.listeners.delete(listener)
  show(isShown: boolean): void {
    this.hidden = !isShown
    for (const listener of this.listeners) listener()
  }
}

describe('the document title', () => {
  let tab: Tab
  beforeEach(() => {
    vi.useFakeTimers()
    tab = new Tab()
  })
  afterEach(() => void vi.useRealTimers())

  it('S9.21 rotates by one character every 300 ms', () => {
    showTitle(tab, LONG, OPTIONS)
    expect(tab.title).toBe(LONG)
    vi.advanceTimersByTime(TITLE_TURN_MS - 1)
    expect(tab.title).toBe(LONG)
    vi.advanceTimersByTime(1)
    expect(tab.title).toBe('港联队 对 南屿青年竞技队 · 看台　北')
    vi.advanceTimersByTime(300)
    expect(tab.title).toBe('联队 对 南屿青年竞技队 · 看台　北港')
    vi.advanceTimersByTime(300 * (charactersOf(LONG).length - 1))
    expect(tab.title).toBe(`${LONG}　`)
  })

  it('S9.22 does not rotate with fewer than 15 characters', () => {
    expect(isTurning('一'.repeat(14), false)).toBe(false)
    expect(isTurning('一'.repeat(15), false)).toBe(true)
    showTitle(tab, '一'.repeat(14), OPTIONS)
    vi.advanceTimersByTime(3_000)
    expect(tab.title).toBe('一'.repeat(14))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('S9.23 rotates on Safari from 28 characters on', () => {
    expect(isTurning('一'.repeat(27), true)).toBe(false)
    expect(isTurning('一'.repeat(28), true)).toBe(true)
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
    expect(isSafari(`${mac} Version/17.4 Safari/605.1.15`)).toBe(true)
    expect(isSafari(`${mac} Chrome/141.0.0.0 Safari/537.36`)).toBe(false)
    expect(isSafari(`${mac} CriOS/141.0 Mobile/15E148 Safari/604.1`)).toBe(false)
    expect(isSafari('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(false)
  })

  it('S9.22 counts characters without Intl.Segmenter, with the same result', () => {
    const made = vi.spyOn(Intl, 'Segmenter')
    charactersOf('北港联队 对 Müller「アイ」（1：0）—— 看台')
    expect(made).not.toHaveBeenCalled()
    made.mockRestore()
    const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
    const simple = units.filter((unit) => SIMPLE.test(unit))
    expect(simple.length).toBeGreaterThan(27_000)
    const rules = new Intl.Segmenter('zh-CN', { granularity: 'grapheme' })
    // Each unit beside itself and its neighbour, and one of each kind beside all.
    const joined = simple.filter((unit, index) => {
      const text = ['', 'a', '©', '‼', '、', 'が', '北', '！', simple[index + 1] ?? ''].join(unit) + unit
      return Array.from(rules.segment(text)).length !== text.length
    })
    expect(joined).toEqual([])
  })

  it('S9.22 counts grapheme clusters: an emoji is one character', () => {
    expect(charactersOf('👨‍👩‍👧‍👦🇨🇳é')).toHaveLength(3)
    expect(isTurning('👨‍👩‍👧‍👦'.repeat(14), false)).toBe(false)
    expect(turned('👨‍👩‍👧‍👦🇨🇳', 1)).toBe('🇨🇳　👨‍👩‍👧‍👦')
  })

  it('S2.20 is unrotated in a hidden tab, and continues when visible', () => {
    showTitle(tab, LONG, OPTIONS)
    vi.advanceTimersByTime(900)
    tab.show(false)
    expect(tab.title).toBe(LONG)
    vi.advanceTimersByTime(10_000)
    expect(tab.title).toBe(LONG)
    expect(vi.getTimerCount()).toBe(0)
    tab.show(true)
    vi.advanceTimersByTime(300)
    expect(tab.title).toBe(turned(LONG, 1))
  })

  it('S2.20 does not start in a tab that was opened in the background', () => {
    tab.hidden = true
    showTitle(tab, LONG, OPTIONS)
    expect(vi.getTimerCount()).toBe(0)
    tab.show(true)
    vi.advanceTimersByTime(300)
    expect(tab.title).toBe(turned(LONG, 1))
  })

  it('S2.20 is restored on stop, without timers left', () => {
    const stop = showTitle(tab, LONG, OPTIONS)
    vi.advanceTimersByTime(1_000)
    stop()
    expect(tab.title).toBe(LONG)
    expect([vi.getTimerCount(), tab.listeners.size]).toEqual([0, 0])
  })

  it('S2.20 does not rotate with reduced motion', () => {
    showTitle(tab, LONG, { ...OPTIONS, isCalm: true })
    vi.advanceTimersByTime(3_000)
    expect(tab.title).toBe(LONG)
    expect(vi.getTimerCount()).toBe(0)
  })
})
