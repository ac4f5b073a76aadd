#!/usr/bin/env bash
# @jsquash/webp 1.5.0: decode() of a valid animated WebP throws "Decoding error", the same as for a damaged file. Callers
# cannot tell an animation from damage. A frame of the file, put into a container of its own, is decoded.
# The simple decoder of libwebp does not take animations; WebPAnimDecoder does.
# Exit code 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent @jsquash/webp@1.5.0 @imagemagick/magick-wasm@0.0.43
cat >check.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initializeImageMagick, MagickColors, MagickFormat, MagickImage, MagickImageCollection } from '@imagemagick/magick-wasm'
import decode, { init } from '@jsquash/webp/decode.js'

const { resolve } = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync('node_modules/@jsquash/webp/package.json', 'utf8'))
// Node has no such class.
globalThis.ImageData = function ImageData(data, width, height) {
  Object.assign(this, { data, width, height })
}
await initializeImageMagick(readFileSync(resolve('@imagemagick/magick-wasm/magick.wasm')))
await init(new WebAssembly.Module(readFileSync(resolve('@jsquash/webp/codec/dec/webp_dec.wasm'))))

const frames = MagickImageCollection.create()
for (const color of [MagickColors.Red, MagickColors.Blue]) {
  const frame = MagickImage.create(color, 16, 16)
  frame.animationDelay = 10
  frames.push(frame)
}
const moving = frames.write(MagickFormat.WebP, (data) => Uint8Array.from(data))
const read = MagickImageCollection.create(moving).length
// Behind the head of the first frame, which has 16 bytes, is its still picture.
const at = Buffer.from(moving).indexOf('ANMF') + 8
const size = Buffer.from(moving).readUInt32LE(at - 4)
const pixels = moving.slice(at + 16, at + size)
const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
head.writeUInt32LE(pixels.length + 4, 4)
const first = Uint8Array.from(Buffer.concat([head, pixels]))
const damaged = Uint8Array.from(first).fill(0, 20)

async function seen(bytes) {
  try {
    const { width, height } = await decode(bytes.buffer)
    return `decodes ${width}x${height}`
  } catch (error) {
    return `throws ${error.name}: ${error.message}`
  }
}
const results = [await seen(moving), await seen(first), await seen(damaged)]
console.log(`@jsquash/webp ${version} on Node ${process.version}`)
console.log(`animation of ${read} frames, ${moving.length} bytes: ${results[0]}`)
console.log(`its first frame alone, ${first.length} bytes: ${results[1]}`)
console.log(`the same without its pixels: ${results[2]}`)
const isAsDescribed =
  version === '1.5.0' &&
  read === 2 &&
  results[1] === 'decodes 16x16' &&
  results[0] === 'throws Error: Decoding error' &&
  results[2] === results[0]
console.log(isAsDescribed ? 'As described: an animation is refused like a damaged file.' : 'The behaviour has changed.')
process.exitCode = isAsDescribed ? 0 : 1
JS
node check.mjs
