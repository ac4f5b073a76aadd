import 'vitest'
import type { Hostile } from '../../support/hostile-kinds.ts'

/** What tests/support/media-server.ts hands to the browser tests. */
declare module 'vitest' {
  export interface ProvidedContext {
    readonly mediaHost: string
    readonly mediaControl: string
    readonly hostilePorts: Readonly<Record<Hostile, number>>
  }
}
