/**
 * Creates the recordings of the spoken code: `node scripts/speak-digits.mjs`. Needs espeak-ng (its Mandarin voice
 * `cmn-latn-pinyin`; its output belongs to the user) and ffmpeg. The product reads the committed
 * `server/members/verification/art/digits.bin`: deflated; ten sample counts (32 bits, little endian), then the samples
 * of 0 to 9, signed, 8 bits, 8 kHz.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'

/** In pinyin, because the voice `cmn` spells characters in English. */
const DIGITS = ['ling2', 'yi1', 'er4', 'san1', 'si4', 'wu3', 'liu4', 'qi1', 'ba1', 'jiu3']
const TARGET = fileURLToPath(new URL('../server/members/verification/art/digits.bin', import.meta.url))
/** Trims silence, limits to telephone bandwidth and normalizes the volume. */
const FILTER =
  'highpass=f=120,lowpass=f=3700,silenceremove=start_periods=1:start_threshold=-45dB,areverse,' +
  'silenceremove=start_periods=1:start_threshold=-45dB,areverse,aresample=8000'

const sounds = DIGITS.map((digit) => {
  const wav = execFileSync('espeak-ng', [
    '-v',
    'cmn-latn-pinyin',
    '-s',
    '120',
    '-p',
    '45',
    '-a',
    '180',
    '--stdout',
    digit,
  ])
  const raw = execFileSync(
    'ffmpeg',
    ['-hide_banner', '-loglevel', 'error', '-i', 'pipe:0', '-af', FILTER, '-ac', '1', '-f', 's16le', 'pipe:1'],
    { input: wav },
  )
  const samples = new Int16Array(raw.buffer, raw.byteOffset, raw.byteLength / 2)
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 1)
  return Int8Array.from(samples, (sample) => Math.round((sample / peak) * 120))
})
const counts = new Uint32Array(sounds.map(({ length }) => length))
const file = deflateSync(
  Buffer.concat([Buffer.from(counts.buffer), ...sounds.map((sound) => Buffer.from(sound.buffer))]),
  {
    level: 9,
  },
)
writeFileSync(TARGET, file)
process.stdout.write(`${[...counts].map((count) => Math.round(count / 8)).join(' ')} ms, ${file.byteLength} bytes\n`)
