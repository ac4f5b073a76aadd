import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { Bytes } from '#protocol/bytes.ts'
import { PROJECT_ROOT } from '../../config/project-root.ts'
import { createRandom, type Random } from './random.ts'

const SAMPLE_RATE = 8_000
const DIGITS = 10
const FILE = join(PROJECT_ROOT, 'server/members/verification/art/digits.bin')
const WAV_HEADER_BYTES = 44
const LOUDEST = 26_000
/** Amplitude of the signed 8-bit samples of the file. */
const FULL_SWING = 128

let known: readonly Int8Array[] | null = null

/** Format: see `scripts/speak-digits.mjs`. */
function readSounds(): Int8Array[] {
  const content = inflateSync(readFileSync(FILE))
  let from = DIGITS * 4
  return Array.from({ length: DIGITS }, (_, digit) => {
    const length = content.readUInt32LE(digit * 4)
    const samples = Int8Array.from(content.subarray(from, from + length), (byte) => (byte << 24) >> 24)
    from += length
    return samples
  })
}

/**
 * Speaks digits in Mandarin: a WAV file, 16 bits, 8 kHz, mono. Each digit has random pitch, pace, loudness and gap,
 * over soft noise, so that no two recordings of a code are equal.
 */
export function speakDigits(digits: string, random: Random = createRandom()): Bytes {
  known ??= readSounds()
  const sounds = known
  const parts = [silence(random.between(0.3, 0.5))]
  for (const digit of digits) {
    const sound = sounds[Number(digit)] ?? new Int8Array()
    parts.push(spoken(sound, random.between(0.9, 1.1), random.between(0.7, 1)), silence(random.between(0.3, 0.6)))
  }
  return wavOf(parts, random)
}

function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * SAMPLE_RATE))
}

/** Resamples a sound; a speed above 1 is higher and shorter. */
function spoken(sound: Int8Array, speed: number, gain: number): Float32Array {
  return Float32Array.from({ length: Math.floor((sound.length - 1) / speed) }, (_, index) => {
    const place = index * speed
    const from = Math.floor(place)
    const share = place - from
    return (((sound[from] ?? 0) * (1 - share) + (sound[from + 1] ?? 0) * share) / FULL_SWING) * gain
  })
}

function wavOf(parts: readonly Float32Array[], random: Random): Bytes {
  const samples = parts.reduce((sum, { length }) => sum + length, 0)
  const file = Buffer.alloc(WAV_HEADER_BYTES + samples * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples * 2, 40)
  let at = WAV_HEADER_BYTES
  let hiss = 0
  for (const part of parts) {
    for (const sample of part) {
      hiss = hiss * 0.6 + random.between(-0.012, 0.012)
      file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample + hiss)) * LOUDEST), at)
      at += 2
    }
  }
  return file
}
