import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SearchBox } from '#features/search/SearchBox.tsx'
import type { SearchSources } from '#features/search/use-search-items.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { Mounted } from './support/mount.tsx'
import { mount } from './support/mount.tsx'

let mounted: Mounted
afterEach(() => mounted.unmount())

function Art({ name }: { readonly name: string }) {
  return <p>画的是{name}</p>
}
const NoArt = () => <svg data-missing="" />
const missing = () => document.querySelectorAll('[data-missing]').length

/** A part whose code fails to come the first so many times. */
function failing(times: number) {
  let asks = 0
  const Part = lazyPart<{ readonly name: string }>(
    async () => {
      asks += 1
      if (asks <= times) throw new TypeError('Failed to fetch dynamically imported module')
      return Art
    },
    { Missing: NoArt },
  )
  return { Part, asks: () => asks }
}

it('a part whose code cannot be fetched leaves the rest of its region, and comes when the network returns', async () => {
  const { Part } = failing(1)
  mounted = mount(
    <header>
      顶栏
      <Part name="看台" />
    </header>,
  )
  await expect.poll(missing).toBe(1)
  await expect.element(page.getByText('顶栏')).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('画的是看台')).toBeVisible()
  expect(missing()).toBe(0)
})

it('a part is asked for again when it is shown anew, and once it has come never more', async () => {
  const { Part, asks } = failing(1)
  mounted = mount(<Part name="看台" />)
  await expect.poll(missing).toBe(1)
  mounted.render(null)
  mounted.render(<Part name="看台" />)
  await expect.element(page.getByText('画的是看台')).toBeVisible()
  mounted.render(null)
  mounted.render(<Part name="看台" />)
  await expect.element(page.getByText('画的是看台')).toBeVisible()
  expect(asks()).toBe(2)
})

it('a search whose sources could not be fetched says so, and 重试 reads them', async () => {
  await page.viewport(1280, 800)
  let asks = 0
  const load = async (): Promise<SearchSources> => {
    asks += 1
    if (asks === 1) throw new TypeError('Failed to fetch dynamically imported module')
    const names = ['北港联']
    const item = { key: 'm', group: 'match', title: '北港联 对 南屿', note: '', end: '', path: '/', names } as const
    return { items: [{ ...item, isLive: true, weight: 1, picture: null }], failure: null }
  }
  mounted = mount(<SearchBox query="" load={load} onSearch={() => {}} onGo={() => {}} />)
  await userEvent.click(page.getByRole('combobox'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('网络异常')
  await userEvent.click(page.getByRole('alert').getByRole('button', { name: '重试' }))
  await expect.element(page.getByRole('option')).toHaveTextContent('北港联 对 南屿')
  expect(page.getByRole('alert').elements()).toEqual([])
})
