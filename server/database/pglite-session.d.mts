import type { EmbeddedRequest, EmbeddedResponse } from './embedded.ts'

/**
 * Opens PGlite in this thread and returns a function that accepts numbered requests, and executes statements at once.
 * `post` gets each response, and a report of each statement that took `slowMs` or longer. `folder` null keeps the data in
 * memory; `template` is a file written by the request `dump`. `maxPrepared` statements stay prepared, by default 200.
 */
export function openSession(
  options: {
    readonly folder: string | null
    readonly template: string | null
    readonly slowMs: number
    readonly maxPrepared?: number
  },
  post: (response: EmbeddedResponse) => void,
): Promise<(message: EmbeddedRequest & { readonly id: number }) => void>
