import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { HelpSearch } from '#features/help/HelpSearch.tsx'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

let mounted: Mounted | undefined
const asked: string[] = []
const box = page.getByRole('textbox', { name: '搜索帮助' })
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  asked.length = 0
})

/** Renders the field with this query in the URL; the test controls when the URL changes. */
function addressSays(query: string): void {
  const content = <HelpSearch query={query} onQueryChange={(next) => void asked.push(next)} />
  if (mounted) mounted.render(content)
  else mounted = mount(content)
}

it('S1.26 keeps all typed text while the URL is updated', async () => {
  addressSays('')
  await userEvent.type(box, 'a')
  await expect.poll(() => asked).toEqual(['a'])
  await userEvent.type(box, 'b')
  addressSays('a')
  await expect.element(box).toHaveValue('ab')
  await expect.poll(() => asked).toEqual(['a', 'ab'])
  await userEvent.type(box, 'c')
  await userEvent.keyboard('{Enter}')
  await userEvent.type(box, 'd')
  addressSays('ab')
  await expect.element(box).toHaveValue('abcd')
  addressSays('abc')
  await expect.element(box).toHaveValue('abcd')
})

it('S1.26 follows back and forward navigation, also to its own queries', async () => {
  addressSays('')
  await userEvent.type(box, 'a')
  await expect.poll(() => asked).toEqual(['a'])
  addressSays('a')
  addressSays('')
  await expect.element(box).toHaveValue('')
  addressSays('a')
  await expect.element(box).toHaveValue('a')
})
