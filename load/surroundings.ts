import { resolve } from 'node:path'
import type { Environment } from '#server/config/config.ts'
import { PROJECT_ROOT } from '#server/config/project-root.ts'
import { localUrl } from '#server/config/start-report.ts'

const DEFAULT_PORT = 8080

/** Server settings for the load tool, read like the server does. */
export interface Surroundings {
  /** URL of a server with this configuration; null if it uses a random port. */
  readonly url: string | null
  /** Null = read it from `loadTokenFile`. */
  readonly loadToken: string | null
  /** Absolute path. */
  readonly loadTokenFile: string
}

/** Reads the environment and `.env`; empty values count as unset. */
export function surroundingsOf(environment: Environment): Surroundings {
  const read = (name: string): string | null => environment[name]?.trim() || null
  const port = Number(read('PORT') ?? DEFAULT_PORT)
  return {
    url: port === 0 ? null : localUrl(read('HOST') ?? '127.0.0.1', port),
    loadToken: read('LOAD_TOKEN'),
    loadTokenFile: resolve(PROJECT_ROOT, read('DATA_DIR') ?? 'data', 'load-token'),
  }
}
