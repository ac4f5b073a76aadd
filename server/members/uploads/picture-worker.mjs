// Decodes pictures and encodes them again, in a worker thread: the work takes seconds, and a fault of a codec must not
// end the server. Plain JavaScript, because a thread starts from a file and Node 20 does not load TypeScript.
// `reencode.ts` is the other end and checks the size of the pictures before.
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

/** Codecs in use, by type. */
const loaded = new Map()

/** Null if the picture cannot be decoded, or is another size than its head says. */
async function reencode({ type, bytes, width, height }) {
  try {
    if (!loaded.has(type)) loaded.set(type, CODECS[type]())
    const { decode, encode } = await loaded.get(type)
    const pixels = await decode(bytes)
    const isTurned = pixels.width === height && pixels.height === width
    if (!isTurned && (pixels.width !== width || pixels.height !== height)) return null
    return new Uint8Array(await encode(pixels))
  } catch {
    return null
  }
}

const encoded = []
// One after the other, so that the pixels of one picture are in memory.
for (const picture of workerData) encoded.push(await reencode(picture))
parentPort.postMessage(encoded)
