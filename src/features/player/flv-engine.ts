import flvjs from 'flv.js'
import { bufferedAhead, type CreateEngine, type EngineFailure } from './engine.ts'

type FlvPlayer = ReturnType<typeof flvjs.createPlayer>
type FlvConfig = NonNullable<Parameters<typeof flvjs.createPlayer>[1]>

/** Settings of research: no stash (latency), no worker (broken in 1.6.2), a back buffer that stays small. */
const CONFIG: FlvConfig = {
  enableStashBuffer: false,
  enableWorker: false,
  lazyLoad: false,
  autoCleanupSourceBuffer: true,
  autoCleanupMaxBackwardDuration: 30,
  autoCleanupMinBackwardDuration: 10,
}
const BYTES_PER_KB = 1024

function speedOf(info: unknown): number | null {
  const speed = typeof info === 'object' && info !== null && 'speed' in info ? info.speed : null
  return typeof speed === 'number' && Number.isFinite(speed) ? speed * BYTES_PER_KB : null
}

/** FLV over WebSocket or HTTP through flv.js. It neither chases the live edge nor reconnects: the session does both. */
export const createFlvEngine: CreateEngine = (video, events) => {
  flvjs.LoggingControl.applyConfig({ enableAll: false })
  let player: FlvPlayer | null = null
  let bytesPerSecond: number | null = null

  const stop = (): void => {
    const old = player
    player = null
    bytesPerSecond = null
    if (!old) return
    try {
      old.unload()
      old.detachMediaElement()
      old.destroy()
    } catch {
      // flv.js throws when it is torn down while its loader is still opening; it has let go of the element by then
    }
  }

  const start = (url: string): void => {
    const created = flvjs.createPlayer({ type: 'flv', isLive: true, url }, CONFIG)
    player = created
    const fail = (failure: EngineFailure, detail: string): void => {
      if (player === created) events.onFailure(failure, detail)
    }
    created.on(flvjs.Events.ERROR, (type: unknown, detail: unknown) =>
      fail(type === flvjs.ErrorTypes.NETWORK_ERROR ? 'network' : 'media', String(detail)),
    )
    created.on(flvjs.Events.LOADING_COMPLETE, () => fail('closed', 'end of stream'))
    created.on(flvjs.Events.STATISTICS_INFO, (info: unknown) => {
      bytesPerSecond = speedOf(info)
    })
    created.attachMediaElement(video)
    created.load()
  }

  return {
    kind: 'flv',
    chasesLive: false,
    load(url) {
      stop()
      if (flvjs.isSupported()) start(url)
      else events.onFailure('unsupported', 'no Media Source Extensions')
    },
    stats: () => ({ bytesPerSecond, latencySeconds: bufferedAhead(video) }),
    setLevel: () => undefined,
    destroy: stop,
  }
}
