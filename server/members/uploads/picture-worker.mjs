// Decodes pictures and encodes them again, in a worker thread: the work takes seconds, and a fault of a codec must not
// end the server. Plain JavaScript, because a thread starts from a file and Node 20 does not load TypeScript.
// `picture-decoder.ts` is the other end and checks the size of the picture before.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

const require = createRequire(import.meta.url)

/** What the codecs take and return. Node has no such class. */
globalThis.ImageData = function ImageData(data, width, height) {
  Object.assign(this, { data, width, height })
}

/** Quality of lossy pictures: text of a screenshot stays readable. */
const QUALITY = 85

const CODECS = {
  'image/jpeg': async () => {
    const decode = await load(import('@jsquash/jpeg/decode.js'), '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')
    const encode = await load(import('@jsquash/jpeg/encode.js'), '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')
    return {
      // The orientation is in the metadata, which are removed, so the pixels are turned.
      decode: (bytes) => decode(bytes, { preserveOrientation: true }),
      // A progressive file is smaller, but takes twice the time.
      encode: (pixels) => encode(pixels, { quality: QUALITY, progressive: false }),
    }
  },
  'image/png': async () => ({
    decode: await load(import('@jsquash/png/decode.js'), '@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
    encode: await load(import('@jsquash/png/encode.js'), '@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
  }),
  'image/webp': async () => {
    const encode = await load(import('@jsquash/webp/encode.js'), '@jsquash/webp/codec/enc/webp_enc_simd.wasm')
    return {
      decode: await load(import('@jsquash/webp/decode.js'), '@jsquash/webp/codec/dec/webp_dec.wasm'),
      encode: (pixels) => encode(pixels, { quality: QUALITY, method: 2 }),
    }
  },
}

/** The function of a codec. Its own loader would fetch the file by URL. */
async function load(module, wasm) {
  const { default: run, init } = await module
  await init(new WebAssembly.Module(readFileSync(require.resolve(wasm))))
  return run
}

/** Where a pixel of the turned picture comes from, by orientation: flipped horizontally, vertically, axes exchanged. */
const TURNS = {
  2: [true, false, false],
  3: [true, true, false],
  4: [false, true, false],
  5: [false, false, true],
  6: [false, true, true],
  7: [true, true, true],
  8: [true, false, true],
}

/** Applies an EXIF orientation (1 to 8). */
function turned({ data, width, height }, orientation) {
  const turn = TURNS[orientation]
  if (!turn) return { data, width, height }
  const [isFlippedX, isFlippedY, isSwapped] = turn
  const [toWidth, toHeight] = isSwapped ? [height, width] : [width, height]
  const from = new Uint32Array(data.slice().buffer)
  const to = new Uint32Array(toWidth * toHeight)
  for (let y = 0, at = 0; y < toHeight; y += 1) {
    for (let x = 0; x < toWidth; x += 1, at += 1) {
      const [column, row] = isSwapped ? [y, x] : [x, y]
      to[at] = from[(isFlippedY ? height - 1 - row : row) * width + (isFlippedX ? width - 1 - column : column)]
    }
  }
  return { data: new Uint8ClampedArray(to.buffer), width: toWidth, height: toHeight }
}

/** Draws a picture on a transparent canvas. */
function drawn(pixels, { x, y, width, height }) {
  const data = new Uint8ClampedArray(width * height * 4)
  const rowBytes = pixels.width * 4
  for (let row = 0; row < pixels.height; row += 1) {
    data.set(pixels.data.subarray(row * rowBytes, (row + 1) * rowBytes), ((y + row) * width + x) * 4)
  }
  return { data, width, height }
}

/** Null if the picture cannot be decoded, or is another size than its head says. */
async function reencode({ type, bytes, width, height, orientation, canvas }) {
  try {
    const { decode, encode } = await CODECS[type]()
    const pixels = await decode(bytes)
    const isTurned = pixels.width === height && pixels.height === width
    if (!isTurned && (pixels.width !== width || pixels.height !== height)) return null
    const whole = turned(canvas ? drawn(pixels, canvas) : pixels, orientation)
    return new Uint8Array(await encode(new ImageData(whole.data, whole.width, whole.height)))
  } catch {
    // Codecs throw errors, and numbers.
    return null
  }
}

parentPort.postMessage(await reencode(workerData))
