import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { Carousel, SLIDE_MS } from '#ui/page/Carousel.tsx'
import { transport } from '../support/fake-transport.ts'
import { frames, mount } from '../support/mount.tsx'
import { banner, closeHome, openHome, serveHome } from '../support/open-home.tsx'

beforeEach(serveHome)
let mounted: ReturnType<typeof mount> | null = null
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  mounted?.unmount()
  mounted = null
  closeHome()
})

const carousel = page.getByRole('region', { name: '看台推荐' })
/** Upper bound for a busy machine. */
const FRAMES_TO_WAIT = 1_800

/** The state that may stop the carousel, for error messages. */
function describeCarousel(region: Element): string {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const { activeElement, hidden } = document
  return JSON.stringify({ isCalm, hidden, hasFocus: document.hasFocus(), isInside: region.contains(activeElement) })
}

const shownSlide = () => document.querySelector('[aria-roledescription="轮播"] li:not([inert])')?.textContent ?? ''

describe('S7.27 banners', () => {
  it('come from v1 if v2 fails or does not know the position', async () => {
    for (const response of [() => failure(10504, '服务繁忙'), () => success({})]) {
      transport.responses['site.queryBannersNew'] = response
      transport.responses['site.queryBanners'] = () => success({ list: [banner('old', { title: '旧版横幅' })] })
      await openHome()
      await expect.element(carousel).toHaveTextContent('旧版横幅')
      closeHome()
      serveHome()
    }
  })

  it('are drawn if their picture is foreign, broken or invalid; unsafe links are ignored', async () => {
    const opened: unknown[] = []
    vi.spyOn(window, 'open').mockImplementation((...given) => (opened.push(given), null))
    transport.responses['site.queryBannersNew'] = () =>
      success({
        home: [
          banner('lead', { title: '<img src=x onerror=window.__owned=1>', jumpUrl: 'javascript:window.__owned=1' }),
          banner('foreign', {
            img: 'https://evil.example/a.png',
            imgH5: '//evil.example/a.png',
            jumpUrl: '//evil.example',
          }),
          banner('broken', { img: '/art/nothing-here.png', imgH5: '/art/nothing-here.png' }),
          banner('type', {
            img: '/index.html',
            imgH5: '/index.html',
            jumpType: 2,
            jumpUrl: 'javascript:window.__owned=1',
          }),
        ],
      })
    await openHome()
    await expect.element(carousel).toHaveTextContent('<img src=x onerror=window.__owned=1>')
    const slides = () => [...document.querySelectorAll('[aria-roledescription="轮播"] > ul > li')]
    for (const [index, title] of ['横幅 foreign', '横幅 broken', '横幅 type'].entries()) {
      await page.getByRole('button', { name: `第 ${index + 2} 张：${title}` }).click()
      await expect.poll(() => slides()[index + 1]?.querySelector('h2')?.textContent).toBe(title)
    }
    expect(slides().map((slide) => slide.querySelectorAll('img').length)).toEqual([0, 0, 0, 0])
    const links = slides().flatMap((slide) => [...slide.querySelectorAll('a')].map((link) => link.getAttribute('href')))
    expect(links).toEqual(['/app/live'])
    expect('__owned' in window).toBe(false)
    expect(opened).toEqual([])
    const heights = slides().map((slide) => slide.firstElementChild?.getBoundingClientRect().height)
    expect(new Set(heights)).toEqual(new Set([196]))
  })

  it('are changed by dots and arrows; hidden banners are not focusable', async () => {
    await openHome()
    await expect.element(carousel.getByRole('heading', { name: '周六夜，听一场德比' })).toBeVisible()
    await page.getByRole('button', { name: '下一张' }).click()
    await expect.poll(shownSlide).toBe('横幅 courts')
    await page.getByRole('button', { name: '上一张' }).click()
    await page.getByRole('button', { name: '上一张' }).click()
    await expect.poll(shownSlide).toBe('横幅 rest')
    const reachable = [...carousel.element().querySelectorAll<HTMLElement>('a, button')].filter(
      (element) => element.closest('[inert]') === null,
    )
    expect(reachable.map((element) => element.getAttribute('href') ?? element.ariaLabel)).toEqual([
      '/app/live',
      '上一张',
      '第 1 张：周六夜，听一场德比',
      '第 2 张：横幅 courts',
      '第 3 张：横幅 rest',
      '下一张',
      '暂停轮播',
    ])
  })

  it('follow a swipe on a phone', async () => {
    await openHome({ width: 390, height: 844 })
    await expect.element(carousel.getByRole('heading', { name: '周六夜，听一场德比' })).toBeVisible()
    const track = document.querySelector('[aria-roledescription="轮播"] > ul')!
    track.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    track.scrollTo({ left: track.clientWidth, behavior: 'instant' })
    await expect.poll(shownSlide).toBe('横幅 courts')
  })

  it('change after six seconds, but not while held, paused, hidden, or with reduced motion', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    /** Waits for the timer of the next slide. */
    const timers = vi.spyOn(window, 'setTimeout')
    const slides = ['first', 'second', 'third'].map((id) => ({
      id,
      label: id,
      content: <a href="#slide">{id}</a>,
    }))
    mounted = mount(<Carousel label="slides" slides={slides} />)
    const region = page.getByRole('region', { name: 'slides' }).element()
    // Removes the effect of the browser's own pointer.
    for (const type of ['pointerenter', 'pointerleave']) {
      region.addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation(), { capture: true })
    }
    const point = (type: 'pointerenter' | 'pointerleave') => region.dispatchEvent(new PointerEvent(type))
    /** A moving carousel is not a live region. */
    const isMoving = () => region.querySelector('ul')?.getAttribute('aria-live') === 'off'
    /** expect.poll would advance the clock. */
    const until = async (what: string, holds: () => boolean) => {
      for (let frame = 0; !holds(); frame += 1) {
        expect(frame, `${what}; ${describeCarousel(region)}`).toBeLessThan(FRAMES_TO_WAIT)
        await frames(1)
      }
      await frames(2)
    }
    let seenSteps = 0
    const hasNextStep = () => {
      const steps = timers.mock.calls.filter(([, delay]) => delay === SLIDE_MS).length
      const isNew = steps > seenSteps
      if (isNew) seenSteps = steps
      return isNew
    }
    const becomes = (moving: boolean) =>
      until(moving ? 'moves' : 'stands', () => isMoving() === moving && (!moving || hasNextStep()))
    const staysOn = async (slide: string, ms: number) => {
      vi.advanceTimersByTime(ms)
      await frames(3)
      expect(shownSlide()).toContain(slide)
    }
    const movesOnTo = async (slide: string, ms: number) => {
      vi.advanceTimersByTime(ms)
      await until(`shows ${slide}`, () => shownSlide() === slide && hasNextStep())
    }
    await becomes(true)
    await staysOn('first', SLIDE_MS - 1)
    await movesOnTo('second', 1)

    point('pointerenter')
    await becomes(false)
    await staysOn('second', 10 * SLIDE_MS)
    point('pointerleave')
    await becomes(true)

    const link = region.querySelector<HTMLElement>('li:not([inert]) a')!
    link.focus()
    await becomes(false)
    await staysOn('second', 10 * SLIDE_MS)
    link.blur()
    await becomes(true)

    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await becomes(false)
    await staysOn('second', 10 * SLIDE_MS)
    hidden.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await becomes(true)
    await movesOnTo('third', SLIDE_MS)

    region.querySelector<HTMLElement>('[aria-label="暂停轮播"]')!.click()
    await becomes(false)
    expect(region.querySelector('[aria-label="继续轮播"]')).not.toBeNull()
    await staysOn('third', 10 * SLIDE_MS)
  })

  it('do not move with reduced motion, and have no pause button then', async () => {
    const session = cdp() as unknown as { send(method: string, params: object): Promise<void> }
    const wish = (value: string) =>
      session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
    await wish('reduce')
    try {
      await openHome()
      await expect.element(carousel.getByRole('heading', { name: '周六夜，听一场德比' })).toBeVisible()
      expect(carousel.element().querySelector('[aria-label="暂停轮播"]')).toBeNull()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      vi.advanceTimersByTime(10 * SLIDE_MS)
      await frames(3)
      expect(shownSlide()).toContain('周六夜')
    } finally {
      await wish('')
    }
  })
})
