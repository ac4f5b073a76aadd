import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { success } from '#protocol/result.ts'
import { NewsBanner } from '#features/news/articles/NewsBanner.tsx'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { banner } from '../support/open-home.tsx'

let mounted: Mounted
const failed: string[] = []
const note = ({ target }: Event) => {
  if (target instanceof HTMLImageElement) failed.push(target.getAttribute('src') ?? '')
}
afterEach(() => {
  document.removeEventListener('error', note, true)
  mounted.unmount()
  transport.responses = {}
})

it('S7.27 requests each broken picture once and then shows no banner', async () => {
  document.addEventListener('error', note, true)
  const list = ['a', 'b'].map((id) => banner(id, { img: `/art/nowhere-${id}.png`, imgH5: '' }))
  transport.responses['site.bannerList'] = () => success({ list })
  mounted = mount(
    <MemoryRouter>
      <NewsBanner />
    </MemoryRouter>,
  )
  await expect.poll(() => failed.length).toBeGreaterThan(1)
  await expect.poll(() => mounted.root.querySelector('aside')).toBe(null)
  expect(failed).toEqual(['/art/nowhere-a.png', '/art/nowhere-b.png'])
})

it('S7.27 requests no picture of another host, wide or narrow', async () => {
  const list = [
    banner('a', { img: 'https://invalid.invalid/a.png' }),
    banner('b', { img: '/art/banner-derby.svg', imgH5: 'https://invalid.invalid/b.png' }),
  ]
  transport.responses['site.bannerList'] = () => success({ list })
  mounted = mount(
    <MemoryRouter>
      <NewsBanner />
    </MemoryRouter>,
  )
  await expect.poll(() => mounted.root.querySelector('img')?.getAttribute('src')).toBe('/art/banner-derby.svg')
  expect(mounted.root.querySelector('source')).toBe(null)
})

it('S7.27 does not show an oversized picture', async () => {
  transport.responses['site.bannerList'] = () => success({ list: [banner('a', { img: '/art/banner-derby.svg' })] })
  mounted = mount(
    <MemoryRouter>
      <NewsBanner />
    </MemoryRouter>,
  )
  const picture = () => mounted.root.querySelector('img')
  await expect.poll(picture).not.toBe(null)
  Object.defineProperties(picture() ?? {}, { naturalWidth: { value: 20_000 }, naturalHeight: { value: 20_000 } })
  picture()?.dispatchEvent(new Event('load'))
  await expect.poll(() => mounted.root.querySelector('aside')).toBe(null)
})
