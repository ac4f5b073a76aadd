import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

const OWNER_ONLY = 0o600
const LENGTH_BYTES = 32

/**
 * Reads the secret and the load token: from the environment, or in demo mode from the data folder, where they are
 * generated once (settled 28). Production has no load token.
 */
export function readSecrets(config: Config): { secret: string; loadToken: string | null } {
  if (config.mode === 'production' && config.secret !== null) return { secret: config.secret, loadToken: null }
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new StartError(`The data folder ${config.dataDir} cannot be created; check DATA_DIR`, { cause })
  }
  return {
    secret: config.secret ?? readOrCreateSecret(config.dataDir, 'secret'),
    loadToken: config.loadToken ?? readOrCreateSecret(config.dataDir, 'load-token'),
  }
}

/**
 * Returns a random secret of 43 base64url characters that is generated once and stored in the data folder, readable by
 * its owner only. The caller holds the lock of the folder.
 *
 * @throws StartError if the file cannot be read or written, or contains something else.
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

/** Compares two texts, for example secrets or signatures, in a time that does not depend on where they differ. */
export function isEqualText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
