import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { advanced, control, ENGINES, leavePlayer, playing, watch } from '../support/watch-player.tsx'

afterEach(async () => {
  leavePlayer()
  await control('/up?stream=outage')
})

describe('each engine with real media', () => {
  it.each(ENGINES)('%s is live again soon after a pause', async (kind) => {
    const player = watch(playing(kind, 'pause'))
    await player.state('playing')
    const press = (label: string) => userEvent.click(player.named(label) ?? document.body)
    await press('暂停')
    await player.figures(({ bufferSeconds }) => bufferSeconds > 4)
    await press('播放')
    await player.figures(({ latencySeconds }) => latencySeconds !== null && latencySeconds < 3)
    expect(player.stats.at(-1)).toMatchObject({ engine: kind, connections: 1 })
  })

  it.each(ENGINES)('%s recovers after the server was away', async (kind) => {
    const player = watch(playing(kind, 'outage'))
    await player.state('playing')
    await control('/down?stream=outage')
    await player.state('stalled')
    await control('/up?stream=outage')
    await player.state('playing')
    await advanced(player.video, 0.5)
  })
})
