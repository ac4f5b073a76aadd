import { readLanguage } from '#protocol/language.ts'
import { toHex } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { StartOptions } from '#protocol/worker/api.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { ClientIdentity } from './http/seal-request.ts'

const UUID_BYTES = 16

/** Annex F: the device id, made once and kept; it names a browser, not a person. */
async function deviceId(backend: CryptoBackend, storage: StorageAdapter): Promise<string> {
  const kept = await storage.get('uuid')
  if (kept !== null && /^[A-Za-z0-9-]{8,64}$/.test(kept)) return kept
  const uuid = toHex(backend.random(UUID_BYTES))
  await storage.set('uuid', uuid)
  return uuid
}

/** Who this page is: what it was started with, and what its storage remembers. */
export async function clientIdentity(
  options: StartOptions,
  backend: CryptoBackend,
  storage: StorageAdapter,
): Promise<ClientIdentity> {
  const uuid = await deviceId(backend, storage)
  return { options, uuid, language: readLanguage(await storage.get('language')) }
}
