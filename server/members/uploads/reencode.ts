import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CODES, failureOf } from '#protocol/codes.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { PROJECT_ROOT } from '../../config/project-root.ts'
import { pictureTypeOf, type PictureType } from './media-type.ts'
import { pictureSize, type PictureSize } from './picture-size.ts'
import { PIXEL_CHUNKS, stripMetadata, stripPng } from './strip.ts'
import type { NewPicture } from './uploads.ts'

/** A path instead of an import, because a thread starts from a file, before and after a build. */
const WORKER_FILE = join(PROJECT_ROOT, 'server/members/uploads/picture-worker.mjs')

/** 16 million pixels: photos of 12 million fit. A JPEG needs about 30 bytes per pixel while it is encoded. */
export const MAX_PIXELS = 16_000_000
/** Time for the pictures of one call. */
const LIMIT_MS = 20 * SECOND_MS
/** Calls that wait or run. They run one after the other, so that pictures never use more than one core. */
const MAX_CALLS = 16
/** Of the heap of the thread. Pixels are outside of it, and limited by {@link MAX_PIXELS}. */
const HEAP_MB = 64

interface Prepared extends PictureSize {
  readonly type: PictureType
  readonly bytes: Uint8Array
}

let calls = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes the pictures of a call and encodes them again, so that nothing is stored as it was sent: no metadata, no data
 * of other formats before, in or after the picture. PARAM_ERROR names a file that is no complete picture or has too many
 * pixels.
 */
export async function reencodePictures(files: readonly Uint8Array[]): Promise<Result<readonly NewPicture[]>> {
  const prepared: Prepared[] = []
  for (const [index, bytes] of files.entries()) {
    const picture = prepare(bytes)
    if (!picture) return wrongPicture(index, '图片已损坏')
    if (picture.width * picture.height > MAX_PIXELS) return wrongPicture(index, '图片超过 1600 万像素，请缩小后再上传')
    prepared.push(picture)
  }
  if (calls >= MAX_CALLS) return failureOf(CODES.CURRENT_LIMITING_C)
  calls += 1
  const running = last.then(() => encode(prepared))
  last = running.catch(() => null)
  try {
    const encoded = await running
    if (!encoded) return failureOf(CODES.INTERFACE_DEGRADE)
    const damaged = encoded.indexOf(null)
    if (damaged !== -1) return wrongPicture(damaged, '图片已损坏')
    return success(prepared.flatMap(({ type }, index) => ({ type, bytes: encoded[index] ?? new Uint8Array() })))
  } finally {
    calls -= 1
  }
}

/** The picture without metadata, with its size; null if it is no complete picture. */
function prepare(bytes: Uint8Array): Prepared | null {
  const type = pictureTypeOf(bytes)
  if (type === null) return null
  // A colour profile is not stored, and a wrong one must not spoil the picture.
  const stripped = type === 'image/png' ? stripPng(bytes, PIXEL_CHUNKS) : stripMetadata(bytes)
  const size = stripped && pictureSize(stripped, type)
  return size && { type, bytes: stripped, ...size }
}

/** The pictures in a thread of their own, which releases the memory of the codecs. Null if it failed or took too long. */
function encode(pictures: readonly Prepared[]): Promise<readonly (Uint8Array | null)[] | null> {
  const worker = new Worker(WORKER_FILE, {
    workerData: pictures,
    // None of the server's secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // Codecs write why they fail; the response says it.
    stdout: true,
    stderr: true,
  })
  return new Promise((resolve) => {
    const end = (encoded: readonly (Uint8Array | null)[] | null): void => {
      clearTimeout(timer)
      resolve(encoded)
      void worker.terminate()
    }
    const timer = setTimeout(() => end(null), LIMIT_MS)
    worker.once('message', end)
    worker.once('error', () => end(null))
    worker.once('exit', () => end(null))
  })
}

function wrongPicture(index: number, text: string): Failure {
  return failureOf(CODES.PARAM_ERROR, { details: { fields: { [`files.${index}`]: text } } })
}
