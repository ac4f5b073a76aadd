import { createDecipheriv } from 'node:crypto'
import { fromBase64Url } from '#protocol/bytes.ts'

const IV_BYTES = 16
/** S3.1: maximum difference between the contained time and the server time. */
export const TIMEWD_WINDOW_MS = 5 * 60_000

/**
 * Decodes `timewd` (S3.1): base64url( iv 16 | AES-256-CBC(`password|serverTimeMs`) ). Returns null for anything else,
 * without a reason for the sender.
 */
export function decodeTimewd(text: string, key: Uint8Array): { password: string; time: number } | null {
  try {
    const bytes = fromBase64Url(text)
    const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, IV_BYTES))
    const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()])
    const [, password, time] = /^(.*)\|(\d{1,16})$/s.exec(plain.toString('utf8')) ?? []
    return password === undefined || time === undefined ? null : { password, time: Number(time) }
  } catch {
    return null
  }
}
