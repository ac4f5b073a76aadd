import { afterEach, expect, inject, it, vi } from 'vitest'
import { importEngine } from '#features/player/engine/load-engine.ts'
import { Player } from '#features/player/Player.tsx'
import { playerText } from '#messages/zh/player.ts'
import { mount, type Mounted } from '../support/mount.tsx'

vi.mock('#features/player/engine/load-engine.ts', { spy: true })

const source = { id: 'flv', name: '线路一', kind: 'flv' as const, url: `ws://${inject('mediaHost')}/media/code.flv` }

let page: Mounted
afterEach(() => {
  page.unmount()
  vi.mocked(importEngine).mockReset()
})

function watch(): HTMLElement {
  page = mount(<Player sources={[source]} picture="live" title="北港联 对 南屿" />)
  return page.root.querySelector<HTMLElement>('[data-video]') ?? page.root
}

const notFound = new TypeError('Failed to fetch dynamically imported module: /assets/flv-engine-1.js')

it('a player whose code cannot be loaded offers to reload the page, and nothing that cannot help', async () => {
  vi.mocked(importEngine).mockRejectedValue(notFound)
  const player = watch()
  await expect.poll(() => player.dataset['video']).toBe('error')
  const alert = player.querySelector('[role="alert"]')
  expect(alert?.textContent).toContain(playerText('noCodeNote'))
  expect([...(alert?.querySelectorAll('button') ?? [])].map((button) => button.textContent)).toEqual([
    playerText('reload'),
  ])
})

it('a player whose code loads on the second attempt plays', async () => {
  vi.mocked(importEngine).mockRejectedValueOnce(notFound)
  const player = watch()
  await expect.poll(() => player.dataset['video']).toBe('playing')
})
