import 'vitest'
import type { Hostile } from '../../support/hostile-kinds.ts'

/** Values that tests/support/media-server.ts provides to browser tests. */
declare module 'vitest' {
  export interface ProvidedContext {
    readonly mediaHost: string
    readonly mediaControl: string
    readonly hostilePorts: Readonly<Record<Hostile, number>>
  }
}
