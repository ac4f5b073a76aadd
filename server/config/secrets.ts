import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

const OWNER_ONLY = 0o600
const LENGTH_BYTES = 32

/**
 * The server's secret and the load token: from the environment, or in demo mode made once and kept (settled 28). There is
 * no load token in production.
 */
export function readSecrets(config: Config): { secret: string; loadToken: string | null } {
  if (config.mode === 'production' && config.secret !== null) return { secret: config.secret, loadToken: null }
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new StartError(`The data folder ${config.dataDir} cannot be made; check DATA_DIR`, { cause })
  }
  return {
    secret: config.secret ?? readOrCreateSecret(config.dataDir, 'secret'),
    loadToken: config.loadToken ?? readOrCreateSecret(config.dataDir, 'load-token'),
  }
}

/**
 * A random secret that is made once and kept in the data folder, readable by its owner alone. Call it under the folder's
 * lock. Returns 43 characters of base64url.
 *
 * @throws StartError when the file cannot be read or written, or holds something else.
 */
export function readOrCreateSecret(folder: string, name: string): string {
  const file = join(folder, name)
  try {
    const fresh = randomBytes(LENGTH_BYTES).toString('base64url')
    writeFileSync(file, `${fresh}\n`, { mode: OWNER_ONLY, flag: 'wx' })
    return fresh
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw new StartError(`${file} cannot be written; check DATA_DIR and its owner`, { cause: error })
    }
  }
  const secret = readSecret(file)
  if (!/^[A-Za-z0-9_-]{43}$/.test(secret)) {
    throw new StartError(`${file} does not hold a secret of this server; delete it to make a new one`)
  }
  return secret
}

function readSecret(file: string): string {
  try {
    chmodSync(file, OWNER_ONLY)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartError(`${file} cannot be read; check DATA_DIR and its owner`, { cause: error })
  }
}
