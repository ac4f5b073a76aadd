import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { call } from '#transport/client.ts'

/** A prefetched response that is not taken within this time is discarded. */
const TTL_MS = 10_000

/** A request that is sent before the screen that shows its response is mounted. */
export interface Prefetch<Name extends EndpointName> {
  start(params: RequestOf<Name>): void
  /** Returns the response, once, if the request had the same parameters and is at most ten seconds old. */
  take(params: RequestOf<Name>): Promise<Result<ViewOf<Name>>> | null
}

/** Creates a prefetch of one endpoint. It holds the last request only. `request` never rejects. */
export function createPrefetch<Name extends EndpointName>(
  name: Name,
  request: (name: Name, params: RequestOf<Name>) => Promise<Result<ViewOf<Name>>> = call,
): Prefetch<Name> {
  interface Pending {
    readonly key: string
    readonly at: number
    readonly response: Promise<Result<ViewOf<Name>>>
  }
  let pending: Pending | null = null
  return {
    start(params) {
      pending = { key: JSON.stringify(params), at: performance.now(), response: request(name, params) }
    },
    take(params) {
      const taken = pending
      pending = null
      if (taken === null || performance.now() - taken.at > TTL_MS) return null
      return taken.key === JSON.stringify(params) ? taken.response : null
    },
  }
}

/** The details of a room, requested while the code of its page is loaded. */
export const liveDetailPrefetch = createPrefetch('live.detail')
