import { expect, inject, it } from 'vitest'
import { streamSources } from '#server/calls/room/stream-sources.ts'
import { advanced, controlClock, watch } from '../support/watch-player.tsx'

it("S9.13 plays from a configured origin when the page's own origin has no video", async () => {
  const clock = controlClock(10)
  // The origin of the test page has no video, so both of its sources fail.
  const player = watch({ sources: streamSources('elsewhere', [`http://${inject('mediaHost')}`]) })
  await player.figures(({ sourceId }) => sourceId === 'flv-2')
  clock.rate = 1
  await player.state('playing')
  await advanced(player.video, 1)
  expect(player.stats.at(-1)).toMatchObject({ sourceId: 'flv-2' })
})
