import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { utf8 } from '../bytes.ts'

/*
 * Chance that members can check (issue 41, item 3). The server chooses a seed and publishes its hash before the bet; the
 * member adds a seed. After the round the server publishes its seed, so that everybody can compute the round again.
 */

/** Source of chance of a round. */
export interface Draw {
  /** An integer from 0 to `limit` - 1, each with the same probability. `limit` is from 1 to 2^32. */
  below(limit: number): number
}

/** What decides the draws of a round. */
export interface Seeds {
  /** 64 hexadecimal digits. Secret until the round has ended. */
  readonly server: string
  /** Text chosen by the member, 1 to 64 printable characters. */
  readonly member: string
  /** Number of the round with this seed of the member, from 0. */
  readonly nonce: number
}

/** Seeds of members: no control characters, invisible ones or lone surrogates. */
export const MEMBER_SEED = /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u

/** The hash that the server publishes before the bet: SHA-256 of the seed's bytes, hexadecimal. */
export function commitmentOf(serverSeed: string): string {
  return bytesToHex(sha256(hexToBytes(serverSeed)))
}

const RANGE = 2 ** 32

/**
 * The draws of a round: 32-bit words, big endian, of HMAC-SHA-256(server seed, `member:nonce:block`) for block 0, 1, 2 and
 * so on. Words that would favour small numbers are skipped.
 */
export function seededDraw({ server, member, nonce }: Seeds): Draw {
  const key = hexToBytes(server)
  let words = new DataView(new ArrayBuffer(0))
  let offset = 0
  let block = 0
  const next = () => {
    if (offset === words.byteLength) {
      const bytes = hmac(sha256, key, utf8(`${member}:${nonce}:${block}`))
      words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      offset = 0
      block += 1
    }
    offset += 4
    return words.getUint32(offset - 4)
  }
  return {
    below(limit) {
      if (!Number.isInteger(limit) || limit < 1 || limit > RANGE) throw new RangeError(`limit ${limit}`)
      const end = RANGE - (RANGE % limit)
      for (;;) {
        const word = next()
        if (word < end) return word % limit
      }
    },
  }
}

/** Shuffles `items` in place (Fisher-Yates) and returns it. */
export function shuffle<T>(items: T[], draw: Draw): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = draw.below(last + 1)
    const moved = items[last] as T
    items[last] = items[other] as T
    items[other] = moved
  }
  return items
}
