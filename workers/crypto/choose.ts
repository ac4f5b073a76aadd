import type { CryptoBackend } from '#protocol/crypto.ts'
import { createWebCrypto } from './webcrypto.ts'

/** Returns WebCrypto if it is available. Loads pure JavaScript for missing curves, or without `crypto.subtle` for all. */
export async function chooseCrypto(crypto: Crypto): Promise<CryptoBackend> {
  // Typed as always present, but missing outside secure contexts.
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (subtle === undefined) {
    const { createPureJs } = await import('./pure-js.ts')
    return createPureJs(crypto)
  }
  if (await hasCurves(subtle)) return createWebCrypto(crypto)
  const { curves } = await import('./curves.ts')
  return createWebCrypto(crypto, curves)
}

async function hasCurves(subtle: SubtleCrypto): Promise<boolean> {
  try {
    await subtle.importKey('raw', new Uint8Array(32).fill(9), { name: 'X25519' }, true, [])
    await subtle.importKey('raw', new Uint8Array(32).fill(9), { name: 'Ed25519' }, true, ['verify'])
    return true
  } catch {
    return false
  }
}
