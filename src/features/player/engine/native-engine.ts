import type { CreateEngine } from './engine.ts'

const HLS_TYPE = 'application/vnd.apple.mpegurl'

/** Native HLS for browsers without Media Source Extensions (iPhone). */
export const createNativeEngine: CreateEngine = (video, events) => {
  const onError = (): void => {
    const isMedia = video.error?.code === MediaError.MEDIA_ERR_DECODE
    events.onFailure(isMedia ? 'media' : 'network', video.error?.message ?? 'no detail')
  }
  const onEnded = (): void => events.onFailure('closed', 'end of stream')
  const stop = (): void => {
    video.removeEventListener('error', onError)
    video.removeEventListener('ended', onEnded)
    video.removeAttribute('src')
    video.load()
  }
  return {
    kind: 'native',
    chasesLive: true,
    load(url) {
      stop()
      if (video.canPlayType(HLS_TYPE) === '') return events.onFailure('unsupported', 'no HLS in this browser')
      video.addEventListener('error', onError)
      video.addEventListener('ended', onEnded)
      video.src = url
    },
    stats: () => ({ bytesPerSecond: null, latencySeconds: null }),
    setQuality: () => undefined,
    destroy: stop,
  }
}
