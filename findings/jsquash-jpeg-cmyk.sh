#!/usr/bin/env bash
# @jsquash/jpeg 1.6.0: decode() of a valid JPEG in CMYK throws an object that is no Error: {name: 'ExitStatus',
# message: 'Program terminated with exit(1)', status: 1}. A `catch` that looks at `instanceof Error`, or a log that
# prints the stack, shows nothing of it. The reason, "Unsupported color conversion request", goes to the console.
# Cause: libjpeg's default error handler calls exit(), which Emscripten turns into an exception of its own.
# Exit code 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent @jsquash/jpeg@1.6.0 @imagemagick/magick-wasm@0.0.43
cat >check.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ColorSpace, initializeImageMagick, MagickColors, MagickFormat, MagickImage } from '@imagemagick/magick-wasm'
import decode, { init } from '@jsquash/jpeg/decode.js'

const { resolve } = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync('node_modules/@jsquash/jpeg/package.json', 'utf8'))
// Node has no such class.
globalThis.ImageData = function ImageData(data, width, height) {
  Object.assign(this, { data, width, height })
}
await initializeImageMagick(readFileSync(resolve('@imagemagick/magick-wasm/magick.wasm')))
await init(new WebAssembly.Module(readFileSync(resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))))

function jpegIn(colorSpace) {
  const image = MagickImage.create(MagickColors.Red, 16, 16)
  image.colorSpace = colorSpace
  const bytes = image.write(MagickFormat.Jpeg, (data) => Uint8Array.from(data))
  const read = MagickImage.create(bytes)
  return { bytes, space: read.colorSpace }
}
async function seen({ bytes }) {
  try {
    const { width, height } = await decode(bytes.buffer)
    return `decodes ${width}x${height}`
  } catch (error) {
    return `throws ${error instanceof Error ? 'an Error' : 'no Error'}: ${error?.name} "${error?.message}"`
  }
}
const [rgb, cmyk] = [jpegIn(ColorSpace.sRGB), jpegIn(ColorSpace.CMYK)]
const results = [await seen(rgb), await seen(cmyk)]
console.log(`@jsquash/jpeg ${version} on Node ${process.version}`)
console.log(`RGB, ${rgb.bytes.length} bytes: ${results[0]}`)
console.log(`CMYK, ${cmyk.bytes.length} bytes: ${results[1]}`)
const isAsDescribed =
  version === '1.6.0' &&
  cmyk.space === ColorSpace.CMYK &&
  results[0] === 'decodes 16x16' &&
  results[1] === 'throws no Error: ExitStatus "Program terminated with exit(1)"'
console.log(isAsDescribed ? 'As described: a JPEG in CMYK ends with an exception that is no Error.' : 'The behaviour has changed.')
process.exitCode = isAsDescribed ? 0 : 1
JS
node check.mjs
