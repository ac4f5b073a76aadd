import { type Bytes, lengthPrefixed, utf8 } from './bytes.ts'
import type { CryptoBackend, KeySchedule, KeyShare } from './crypto.ts'

/**
 * Session keys of LT1, agreed on in the plain vvm call (settled 6). Both sides create an ephemeral X25519 share, the server
 * signs the transcript with its Ed25519 identity, and HKDF-SHA256 derives one key for each direction and use.
 */
export interface SessionKeys<Key> {
  /** Key id of the session, sent in clear. */
  readonly kid: string
  readonly head: Key
  readonly body: Key
  readonly response: Key
  /** For the legacy `sign` header. */
  readonly sign: Bytes
  /** For `timewd`, the encoded password. */
  readonly wd: Bytes
}

interface HandshakeTranscript {
  readonly clientShare: Uint8Array
  readonly serverShare: Uint8Array
  readonly siteId: number
  readonly kid: string
  readonly serverTime: number
}

/** The signed bytes. They bind shares, key id, site and time to the signature. */
export function transcriptBytes(transcript: HandshakeTranscript): Bytes {
  return lengthPrefixed(
    'LT1 vvm',
    transcript.clientShare,
    transcript.serverShare,
    String(transcript.siteId),
    transcript.kid,
    String(transcript.serverTime),
  )
}

/** Derives all session keys from the own share and the peer's. Both sides get the same keys. */
export async function deriveSessionKeys<Key>(
  backend: CryptoBackend<Key>,
  own: KeyShare<Key>,
  peerShare: Uint8Array,
  transcript: Omit<HandshakeTranscript, 'serverTime'>,
): Promise<SessionKeys<Key>> {
  const salt = await backend.sha256(
    lengthPrefixed('LT1', transcript.clientShare, transcript.serverShare, String(transcript.siteId), transcript.kid),
  )
  const schedule: KeySchedule<Key> = await own.agree(peerShare, salt)
  return {
    kid: transcript.kid,
    head: await schedule.key('LT1 c2s head'),
    body: await schedule.key('LT1 c2s body'),
    response: await schedule.key('LT1 s2c body'),
    sign: await schedule.bytes('LT1 sign'),
    wd: await schedule.bytes('LT1 wd'),
  }
}

/** HKDF `info` of a label, for all backends. */
export function labelBytes(label: string): Bytes {
  return utf8(label)
}
