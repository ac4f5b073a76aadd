import { DAY_MS } from '#protocol/time.ts'
import axe from '../support/axe.ts'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ShellLayout } from '#app/shell/ShellLayout.tsx'
import { success } from '#protocol/result.ts'
import { announcementsAtom } from '#state/site/announcements.ts'
import { sessionAtom } from '#state/session/session.ts'
import { noticeVersion } from '#state/site/notice-versions.ts'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const LONG = Array.from({ length: 100 }, (_, line) => `第 ${line} 行，演示资金只在这里有用`)
  .join('\n')
  .slice(0, 2_000)
const notice = (id: string, content: string) => ({
  id,
  title: `公告 ${id}`,
  content,
  popup: 1,
  start: NOON - DAY_MS,
  end: NOON + DAY_MS,
})

let mounted: Mounted
beforeEach(() => {
  transport.now = NOON
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + DAY_MS })
  store.set(uiPreferencesAtom, { readNotices: [], seenPopups: [] })
  store.set(announcementsAtom, { list: null, failure: null, isLoading: true })
})
afterEach(() => {
  mounted.unmount()
  transport.responses = {}
  store.set(sessionAtom, null)
  localStorage.clear()
})

async function open(width: number, height: number, list: ReturnType<typeof notice>[]): Promise<void> {
  await page.viewport(width, height)
  transport.responses = { 'site.announcements': () => success({ list }) }
  const routes = [{ element: <ShellLayout />, children: [{ path: '*', element: <h1>页面</h1> }] }]
  mounted = mount(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/app/home'] })} />)
}

/** Shows another list, as after a load. */
const serveList = (list: ReturnType<typeof notice>[]) =>
  store.set(announcementsAtom, { list, failure: null, isLoading: false })

const windowOf = (id: string) => page.getByRole('dialog', { name: `公告 ${id}` })
const done = page.getByRole('button', { name: '知道了' })
const expand = page.getByRole('button', { name: '展开' })

describe('S7.28 an announcement that opens by itself', () => {
  it('starts folded on a phone, as one line with both buttons', async () => {
    await open(390, 844, [notice('a', LONG)])
    await expect.element(windowOf('a')).toBeVisible()
    const card = windowOf('a').element()
    await Promise.all(card.getAnimations().map(({ finished }) => finished))
    expect(card.getBoundingClientRect().height).toBeLessThanOrEqual(80)
    expect((await axe.run(card)).violations.map(({ id }) => id)).toEqual([])
    await expand.click()
    expect(card.contains(document.activeElement)).toBe(true)
    await expect.element(expand).not.toBeInTheDocument()
    expect(card.getBoundingClientRect().height).toBeGreaterThan(200)
  })

  it.each([
    [320, 568],
    [390, 844],
    [1280, 800],
  ])('fits into %i × %i with any text, which scrolls, also by keyboard', async (width, height) => {
    await open(width, height, [notice('a', LONG)])
    await expect.element(windowOf('a')).toBeVisible()
    const card = windowOf('a').element()
    if (width < 761) await expand.click()
    await Promise.all(card.getAnimations().map(({ finished }) => finished))
    const { top, bottom } = card.getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(height)
    for (const part of [page.getByRole('heading', { name: '公告 a' }), done]) {
      const box = part.element().getBoundingClientRect()
      expect(box.top).toBeGreaterThanOrEqual(top)
      expect(box.bottom).toBeLessThanOrEqual(bottom)
    }
    const text = card.querySelector('p')!
    expect(text.scrollHeight).toBeGreaterThan(text.clientHeight)
    text.focus()
    expect(document.activeElement).toBe(text)
    await userEvent.keyboard('{End}')
    await expect.poll(() => text.scrollTop + text.clientHeight).toBeGreaterThan(text.scrollHeight - 2)
    expect((await axe.run(card)).violations.map(({ id }) => id)).toEqual([])
  })

  it('covers no content on a phone, moves nothing, and is above the next screen', async () => {
    await page.viewport(390, 844)
    transport.responses = { 'site.announcements': () => success({ list: [notice('a', LONG)] }) }
    const screen = (name: string) => (
      <div data-screen={name} style={{ height: 3_000, flex: 'none' }}>
        <h1>{name}</h1>
      </div>
    )
    const routes = [
      {
        element: <ShellLayout />,
        children: [
          { path: '/app/home', element: screen('第一页') },
          { path: '/app/wallet', element: screen('第二页') },
        ],
      },
    ]
    const router = createMemoryRouter(routes, { initialEntries: ['/app/home'] })
    mounted = mount(<RouterProvider router={router} />)
    const top = page.getByRole('heading', { name: '第一页' }).element().getBoundingClientRect().top
    await expect.element(windowOf('a')).toBeInTheDocument()
    expect(page.getByRole('heading', { name: '第一页' }).element().getBoundingClientRect().top).toBe(top)
    const box = (element: Element) => element.getBoundingClientRect()
    const content = () => box(document.querySelector('[data-screen]')!)
    expect(box(windowOf('a').element()).top).toBeGreaterThanOrEqual(Math.floor(content().bottom))
    await router.navigate('/app/wallet')
    await expect.element(page.getByRole('heading', { name: '第二页' })).toBeVisible()
    expect(box(windowOf('a').element()).bottom).toBeLessThanOrEqual(content().top)
    expect(box(windowOf('a').element()).height).toBeLessThanOrEqual(80)
    // The order of the document is the visual order.
    const card = windowOf('a').element()
    const heading = page.getByRole('heading', { name: '第二页' }).element()
    expect(card.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await router.navigate('/app/home')
    await expect.element(page.getByRole('heading', { name: '第一页' })).toBeVisible()
    expect(box(windowOf('a').element()).top).toBeGreaterThanOrEqual(Math.floor(content().bottom))
    expect(
      windowOf('a').element().compareDocumentPosition(document.querySelector('[data-screen]')!) &
        Node.DOCUMENT_POSITION_PRECEDING,
    ).toBeTruthy()
  })

  it('moves the focus to the page when it is closed by keyboard', async () => {
    await open(390, 844, [notice('a', '短')])
    await expect.element(done).toBeVisible()
    const button = done.element() as HTMLElement
    button.focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(windowOf('a')).not.toBeInTheDocument()
    expect(document.activeElement).toBe(document.querySelector('main'))
  })

  it('keeps the focus for the next announcement, which starts at the top', async () => {
    await open(390, 844, [notice('a', LONG), notice('b', LONG.slice(1))])
    await expand.click()
    const text = windowOf('a').element().querySelector('p')!
    text.focus()
    text.scrollTop = 400
    await userEvent.keyboard('{Escape}')
    await expect.element(windowOf('b')).toBeVisible()
    expect(windowOf('b').element().contains(document.activeElement)).toBe(true)
    expect(windowOf('b').element().querySelector('p')?.scrollTop).toBe(0)
    await userEvent.keyboard('{Escape}')
    await expect.element(windowOf('b')).not.toBeInTheDocument()
    expect(document.activeElement).toBe(document.querySelector('main'))
  })

  it.each([
    ['was withdrawn', () => serveList([])],
    ['has another text', () => serveList([{ ...notice('a', '另一段'), popup: 0 }])],
    [
      'has ended',
      () => {
        transport.now = NOON + DAY_MS
        serveList([notice('a', '短')])
      },
    ],
    [
      'was closed in another tab',
      () => store.set(uiPreferencesAtom, { seenPopups: [noticeVersion(notice('a', '短'))] }),
    ],
    ['is shown to a member who signs out', () => store.set(sessionAtom, null)],
  ])('closes when it %s', async (_name, change) => {
    await open(1280, 800, [notice('a', '短')])
    await expect.element(windowOf('a')).toBeVisible()
    change()
    await expect.element(windowOf('a')).not.toBeInTheDocument()
  })

  it('gives way to the next announcement when it was withdrawn', async () => {
    await open(1280, 800, [notice('a', '短')])
    await expect.element(windowOf('a')).toBeVisible()
    serveList([notice('b', '长')])
    await expect.element(windowOf('b')).toBeVisible()
    await expect.element(windowOf('a')).not.toBeInTheDocument()
  })
})
