import type { HlsConfig, LoadPolicy } from 'hls.js/light'
import workerUrl from 'hls.js/dist/hls.worker.js?url'

/** A line that is down is known after a few quick tries; from there on the session decides. */
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

/** Bytes of a playlist; one of a live picture is a hundredth of it. A million segments would stop the page. */
export const LONGEST_PLAYLIST = 256 * 1024
/** Bytes of a segment: half a minute at 16 Mbit/s. */
export const LONGEST_SEGMENT = 64 * 1024 * 1024
/** Qualities that are offered. */
export const MOST_LEVELS = 12

/** Gives up an answer that grows beyond all measure; to hls.js it is one that failed. */
function boundAnswer(request: XMLHttpRequest, context: { readonly responseType: string }): void {
  const limit = context.responseType === 'arraybuffer' ? LONGEST_SEGMENT : LONGEST_PLAYLIST
  request.addEventListener('progress', ({ loaded }) => {
    if (loaded > limit) request.abort()
  })
}

/** The defaults of hls.js never catch up with the live edge and keep all that was played; these do not. */
export const HLS_CONFIG: Partial<HlsConfig> = {
  workerPath: workerUrl,
  lowLatencyMode: true,
  maxLiveSyncPlaybackRate: 1.1,
  backBufferLength: 30,
  manifestLoadPolicy: policy(5_000),
  playlistLoadPolicy: policy(8_000),
  fragLoadPolicy: policy(8_000),
  xhrSetup: (request, _url, context) => boundAnswer(request, context),
}
