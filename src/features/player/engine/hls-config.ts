import type { HlsConfig, LoadPolicy } from 'hls.js/light'
import { CUSHION_STEP_S } from '../watchdog.ts'
import workerUrl from 'hls.js/dist/hls.worker.js?url'

/** Few quick retries; after that the session decides. */
function policy(maxTimeToFirstByteMs: number): LoadPolicy {
  return {
    default: {
      maxTimeToFirstByteMs,
      maxLoadTimeMs: 10_000,
      timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
      errorRetry: { maxNumRetry: 3, retryDelayMs: 500, maxRetryDelayMs: 1_000 },
    },
  }
}

/** Max bytes of a playlist, a hundred times the size of a live one. A million segments would block the page. */
const MAX_PLAYLIST_BYTES = 256 * 1024
/** Max bytes of a segment: half a minute at 16 Mbit/s. */
const HLS_MAX_SEGMENT_BYTES = 64 * 1024 * 1024
/** Max number of offered levels. */
export const MAX_LEVELS = 12

/** Aborts a response that exceeds its limit; hls.js treats it as failed. */
function limitResponse(request: XMLHttpRequest, context: { readonly responseType: string }): void {
  const limit = context.responseType === 'arraybuffer' ? HLS_MAX_SEGMENT_BYTES : MAX_PLAYLIST_BYTES
  request.addEventListener('progress', ({ loaded }) => {
    if (loaded > limit) request.abort()
  })
}

/** Unlike the defaults of hls.js, follows the live edge, also after stalls, and limits the back buffer. */
export const HLS_CONFIG: Partial<HlsConfig> = {
  workerPath: workerUrl,
  lowLatencyMode: true,
  maxLiveSyncPlaybackRate: 1.1,
  liveSyncOnStallIncrease: CUSHION_STEP_S,
  backBufferLength: 30,
  manifestLoadPolicy: policy(5_000),
  playlistLoadPolicy: policy(8_000),
  fragLoadPolicy: policy(8_000),
  xhrSetup: (request, _url, context) => limitResponse(request, context),
}
