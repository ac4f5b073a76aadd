import { afterEach, expect, inject, it } from 'vitest'
import type { Picture } from '#features/player/player-state.ts'
import { Player } from '#features/player/Player.tsx'
import type { PlayerStats } from '#state/room/player-stats.ts'
import { mount, type Mounted } from '../support/mount.tsx'

const sources = [
  { id: 'flv', name: '线路一', kind: 'flv' as const, url: `ws://${inject('mediaHost')}/media/figures.flv` },
] as const

let page: Mounted | null = null
let last: PlayerStats | null = null
const close = () => {
  page?.unmount()
  page = null
}
afterEach(() => {
  close()
  last = null
})

const draw = (picture: Picture) => (
  <Player
    sources={sources}
    picture={picture}
    title="北港联 对 南屿"
    preferences={{ volume: 0.5, isMuted: true, flvEngine: 'auto', quality: null }}
    onStats={(stats) => (last = stats)}
  />
)
const hasFigures = () => expect.poll(() => last?.firstFrameMs ?? 0).toBeGreaterThan(0)
const hasNone = () => expect.poll(() => last).toBeNull()

it('figures of a video are cleared when the video or the player is removed', async () => {
  page = mount(draw('live'))
  await hasFigures()
  page.render(draw('interrupted'))
  await hasNone()
  page.render(draw('live'))
  await hasFigures()
  close()
  await hasNone()
})

it('the delay of a video is known only if it is measured', async () => {
  page = mount(draw('live'))
  await expect.poll(() => last?.latencySeconds ?? 0).toBeGreaterThan(0)
  expect(last).toMatchObject({ engine: 'flv', isLatencyKnown: false, latencySeconds: last?.bufferSeconds })
})
