import { resolve } from 'node:path'
import type { Environment } from '#server/config/config.ts'
import { PROJECT_ROOT } from '#server/config/project-root.ts'
import { localUrl } from '#server/config/start-report.ts'

const DEFAULT_PORT = 8080

/** What the load tool knows of the server without being told, read as the server reads it. */
export interface Surroundings {
  /** Where a server with this configuration answers; null when it takes any free port. */
  readonly url: string | null
  /** Null = it stands in `loadTokenFile`. */
  readonly loadToken: string | null
  /** Absolute path. */
  readonly loadTokenFile: string
}

/** Reads them out of the environment with `.env`; empty values count as absent. */
export function surroundingsOf(environment: Environment): Surroundings {
  const read = (name: string): string | null => environment[name]?.trim() || null
  const port = Number(read('PORT') ?? DEFAULT_PORT)
  return {
    url: port === 0 ? null : localUrl(read('HOST') ?? '127.0.0.1', port),
    loadToken: read('LOAD_TOKEN'),
    loadTokenFile: resolve(PROJECT_ROOT, read('DATA_DIR') ?? 'data', 'load-token'),
  }
}
