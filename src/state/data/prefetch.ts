import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { call } from '#transport/client.ts'

/** An answer that nobody has come for in this time is old. */
const FRESH_MS = 10_000

/** A question that is put before the screen is there that shows the answer. */
export interface Prefetch<Name extends EndpointName> {
  start(params: RequestOf<Name>): void
  /** The answer to come, once, to whoever asks the same within ten seconds; null else. */
  take(params: RequestOf<Name>): Promise<Result<ViewOf<Name>>> | null
}

interface Held<Answer> {
  readonly key: string
  readonly at: number
  readonly answer: Promise<Answer>
}

/** Keeps the last question of one kind. `ask` puts it; it never rejects. */
export function createPrefetch<Name extends EndpointName>(
  name: Name,
  ask: (name: Name, params: RequestOf<Name>) => Promise<Result<ViewOf<Name>>> = call,
): Prefetch<Name> {
  let held: Held<Result<ViewOf<Name>>> | null = null
  return {
    start(params) {
      held = { key: JSON.stringify(params), at: performance.now(), answer: ask(name, params) }
    },
    take(params) {
      const taken = held
      held = null
      if (taken === null || performance.now() - taken.at > FRESH_MS) return null
      return taken.key === JSON.stringify(params) ? taken.answer : null
    },
  }
}

/** What a room is, asked while the code of its page is on its way. */
export const liveDetailPrefetch = createPrefetch('live.detail')
