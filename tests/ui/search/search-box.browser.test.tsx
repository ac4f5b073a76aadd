import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DEBOUNCE_MS } from '#protocol/constants.ts'
import { failure } from '#protocol/result.ts'
import { recentSearchesAtom } from '#features/search/search-rows.ts'
import { SearchBox } from '#features/search/SearchBox.tsx'
import type { SearchItem } from '#features/search/search-index.ts'
import { SearchSheet } from '#features/search/SearchSheet.tsx'
import type { SearchSources } from '#features/search/use-search-items.ts'
import { store } from '#state/store.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

let mounted: Mounted
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  vi.restoreAllMocks()
  mounted.unmount()
  store.set(recentSearchesAtom, [])
})

const item = (title: string, more: Partial<SearchItem> = {}): SearchItem => ({
  key: title,
  group: 'match',
  title,
  note: '海岸联赛',
  end: '',
  path: `/app/live/${title}`,
  isLive: false,
  weight: 0,
  picture: null,
  names: [title],
  ...more,
})
const ITEMS = [
  item('北港联 对 南屿', { isLive: true, end: '2 : 1', weight: 9 }),
  item('江城 对 清河'),
  item('楚楚讲球', { group: 'anchor', picture: { kind: 'avatar', id: 'a', src: '/art/av-1.svg' } }),
  item('北看台怎么走', { group: 'help' }),
]

function open(Form: typeof SearchBox = SearchBox, sources: SearchSources = { items: ITEMS, failure: null }) {
  const searched: string[] = []
  const opened: string[] = []
  let loads = 0
  const load = async () => {
    loads += 1
    return sources
  }
  const form = (query: string) => (
    <Form query={query} load={load} onSearch={(text) => searched.push(text)} onGo={(path) => opened.push(path)} />
  )
  mounted = mount(form(''))
  return { searched, opened, loads: () => loads, show: (query: string) => mounted.render(form(query)) }
}

const box = page.getByRole('combobox')
const options = page.getByRole('option')
const shown = () => options.elements().map((option) => option.textContent ?? '')

/** Types synchronously, so that a slow machine adds no pause. */
function type(text: string): void {
  const input = box.element()
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  for (let length = 1; length <= text.length; length += 1) {
    // bypasses React's value tracking
    value?.set?.call(input, text.slice(0, length))
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

it('S9.8 searches once, 300 ms after the last key; loads nothing before the field is used', async () => {
  const { loads } = open()
  expect(loads()).toBe(0)
  await userEvent.click(box)
  await expect.poll(shown).toEqual([expect.stringContaining('北港联 对 南屿')])
  let changes = 0
  const list = page.getByRole('listbox').element()
  const seen = new MutationObserver(() => (changes += 1))
  seen.observe(list, { childList: true, subtree: true })
  const lastKeyAt = performance.now()
  type('cc')
  expect(changes).toBe(0)
  await expect.poll(shown).toEqual([expect.stringContaining('楚楚讲球')])
  expect(performance.now() - lastKeyAt).toBeGreaterThan(DEBOUNCE_MS - 100)
  seen.disconnect()
  expect(loads()).toBe(1)
})

it('finds by initials and pinyin, in groups, live items first', async () => {
  open()
  await userEvent.click(box)
  type('bg')
  await expect.poll(shown).toEqual([expect.stringMatching(/北港联 对 南屿.*2 : 1/)])
  type('bei')
  await expect.poll(shown).toEqual([expect.stringContaining('北港联'), expect.stringContaining('北看台')])
  await expect.element(page.getByRole('group', { name: '比赛' })).toBeVisible()
  await expect.element(page.getByRole('group', { name: '帮助' })).toBeVisible()
})

it('moves by arrow keys and Enter, exposes the active row by id, and stores the search', async () => {
  const { opened, searched } = open()
  await userEvent.click(box)
  type('bei')
  await expect.poll(() => shown().length).toBe(2)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const active = box.element().getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(active)?.textContent).toContain('北看台怎么走')
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect([opened, searched]).toEqual([['/app/live/北港联 对 南屿'], []])
  await expect.element(box).toHaveAttribute('aria-expanded', 'false')
  expect(store.get(recentSearchesAtom)).toEqual(['bei'])
})

it('S9.8 Enter without an active row searches all matches at once', async () => {
  const { searched } = open()
  await userEvent.click(box)
  type('nan')
  box.element().closest('form')?.requestSubmit()
  expect(searched).toEqual(['nan'])
})

it('Enter searches for the typed text although a row of the previous results was hovered', async () => {
  // Extends the delay of 300 ms to the duration of this test.
  const later = window.setTimeout.bind(window)
  vi.spyOn(window, 'setTimeout').mockImplementation((task, ms) => (ms === DEBOUNCE_MS ? 0 : later(task, ms)) as never)
  const { opened, searched } = open()
  await userEvent.click(box)
  await userEvent.hover(options.first())
  await expect.poll(() => box.element().getAttribute('aria-activedescendant')).not.toBeNull()
  type('nan')
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'false')
  // The previous results are hovered again.
  options
    .first()
    .element()
    .dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  expect(box.element().hasAttribute('aria-activedescendant')).toBe(false)
  box.element().closest('form')?.requestSubmit()
  expect([opened, searched]).toEqual([[], ['nan']])
})

it('Escape closes the results first and then clears the field; blur closes them too', async () => {
  open()
  await userEvent.click(box)
  type('bei')
  await expect.poll(() => shown().length).toBe(2)
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveAttribute('aria-expanded', 'false')
  await expect.element(box).toHaveValue('bei')
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveValue('')
  await userEvent.click(box)
  await expect.element(box).toHaveAttribute('aria-expanded', 'true')
  await userEvent.tab()
  await expect.element(box).toHaveAttribute('aria-expanded', 'false')
})

it('offers the recent searches of this tab, and clears them on request', async () => {
  store.set(recentSearchesAtom, ['江城', 'bgl'])
  const { searched } = open()
  await userEvent.click(box)
  await expect.poll(() => shown().slice(0, 2)).toEqual(['江城', 'bgl'])
  await userEvent.click(page.getByRole('button', { name: '清空' }))
  await expect.poll(() => shown().length).toBe(1)
  expect(store.get(recentSearchesAtom)).toEqual([])
  expect(searched).toEqual([])
})

it('shows that nothing was found, and failures with code, trace id and retry', async () => {
  const lost = failure(-1, '网络异常', { traceId: 'abc123' })
  const { loads } = open(SearchBox, { items: ITEMS.slice(3), failure: lost })
  await userEvent.click(box)
  type('zzz')
  await expect.element(page.getByText('没有找到“zzz”').first()).toBeVisible()
  await expect.element(page.getByRole('alert')).toHaveTextContent(/比赛加载失败.*错误 -1.*追踪号 abc123/)
  await userEvent.click(page.getByRole('button', { name: '重试' }))
  await expect.poll(loads).toBe(2)
})

it('shows that some matches are missing among the results', async () => {
  open(SearchBox, { items: ITEMS, failure: failure(-1, '网络异常') })
  await userEvent.click(box)
  await expect.element(page.getByRole('alert')).toHaveTextContent('部分比赛加载失败，结果可能不完整')
})

it('keeps the typed text when its own query returns in the URL, and accepts another query', async () => {
  const { show } = open()
  type('ab ')
  show('')
  await expect.element(box).toHaveValue('ab ')
  show('南屿')
  await expect.element(box).toHaveValue('南屿')
})

it('is a full-screen sheet on a phone; Escape and 取消 return to the button', async () => {
  await page.viewport(390, 844)
  const { opened } = open(SearchSheet)
  const opener = page.getByRole('button', { name: '搜索' })
  await userEvent.click(opener)
  const sheet = page.getByRole('dialog', { name: '搜索' })
  await expect.element(box).toHaveFocus()
  expect(sheet.element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await userEvent.click(opener)
  await userEvent.click(page.getByRole('button', { name: '取消' }))
  await expect.element(sheet).not.toBeInTheDocument()
  await userEvent.click(opener)
  await userEvent.click(options.first())
  expect(opened).toEqual(['/app/live/北港联 对 南屿'])
  await expect.element(sheet).not.toBeInTheDocument()
})
