/**
 * Encodes the test picture of rooms without a publisher: `node scripts/draw-test-picture.mjs`. Needs ffmpeg. The product
 * serves the committed `public/live/test-HEIGHT.flv`: colour bars, a bar that moves once per second, and silence.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FPS, LOOP_SECONDS, QUALITIES } from './clip/stage.mjs'

const TARGET = fileURLToPath(new URL('../public/live', import.meta.url))
const MAX_BYTES = 250_000
const SAMPLE_RATE = 48_000
const AAC_FRAMES = (SAMPLE_RATE * LOOP_SECONDS) / 1024
const ADTS_LENGTH = { at: 3, mask: 3 }

/** @param {string[]} parameters */
function ffmpeg(...parameters) {
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...parameters], { stdio: 'inherit' })
}

/** Exactly as many AAC frames as the loop lasts, as ADTS. */
function silence(folder) {
  const file = join(folder, 'silence.aac')
  const source = ['-f', 'lavfi', '-i', `anullsrc=r=${SAMPLE_RATE}:cl=mono`, '-t', String(LOOP_SECONDS + 2)]
  ffmpeg(...source, '-c:a', 'aac', '-b:a', '32k', '-f', 'adts', file)
  const adts = readFileSync(file)
  let end = 0
  for (let frame = 0; frame < AAC_FRAMES; frame += 1) {
    end += ((adts[end + ADTS_LENGTH.at] & ADTS_LENGTH.mask) << 11) | (adts[end + 4] << 3) | (adts[end + 5] >> 5)
  }
  writeFileSync(file, adts.subarray(0, end))
  const bare = join(folder, 'silence.m4a') // Adds the audio configuration before the first FLV tag.
  ffmpeg('-i', file, '-c', 'copy', '-bsf:a', 'aac_adtstoasc', bare)
  return bare
}

/** Encodes the picture in one quality. */
function draw({ width, height }, bare, folder) {
  const picture = join(folder, `${height}.h264`)
  const bars = `smptehdbars=size=${width}x${height}:rate=${FPS}`
  const [barWidth, barHeight] = [Math.round(width / 53), Math.round(height / 9)]
  const cursor = `color=white:size=${barWidth}x${barHeight}:rate=${FPS}`
  const moved = `[0][1]overlay=x=mod(t\\,1)*${width - barWidth}:y=${(height - barHeight) / 2}`
  const groups = ['-profile:v', 'main', '-bf', '0', '-g', String(FPS), '-keyint_min', String(FPS), '-sc_threshold', '0']
  const sources = ['-f', 'lavfi', '-i', bars, '-f', 'lavfi', '-i', cursor, '-filter_complex', moved]
  const encoder = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-crf', '28', '-preset', 'slower', ...groups]
  ffmpeg(...sources, '-t', String(LOOP_SECONDS), ...encoder, picture)
  const clip = join(TARGET, `test-${height}.flv`)
  const inputs = ['-framerate', String(FPS), '-i', picture, '-i', bare]
  ffmpeg(...inputs, '-c', 'copy', '-flvflags', 'no_duration_filesize', clip)
  const { size } = statSync(clip)
  if (size > MAX_BYTES) throw new Error(`${clip} has ${size} bytes, more than ${MAX_BYTES}`)
  console.log(`public/live/test-${height}.flv: ${size} bytes`)
}

const folder = mkdtempSync(join(tmpdir(), 'test-picture-'))
try {
  const bare = silence(folder)
  for (const quality of QUALITIES) draw(quality, bare, folder)
} finally {
  rmSync(folder, { recursive: true })
}
