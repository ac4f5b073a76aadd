import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { MAX_REQUEST_BYTES, MAX_UPLOAD_BYTES } from '#protocol/constants.ts'
import type { FileRules } from '#protocol/endpoints/endpoint.ts'
import { filePartName, SEALED_PART } from '#protocol/upload.ts'

/** A multipart body read in two steps: the sealed part at once, the files when the call has been allowed. */
export interface MultipartBody {
  /** The text of the first part; undefined if the body does not begin with it. Never rejects. */
  readonly sealed: Promise<string | undefined>
  /** Reads the files. Null if the body is malformed, truncated or too large for the endpoint. Never rejects. */
  files(): Promise<readonly Uint8Array[] | null>
  /** Discards the rest of the body, so that the client can receive a refusal. */
  discard(): void
}

const HEADERS_OF_A_PART = 8

/**
 * Reads `multipart/form-data` within the limits of an endpoint. Before {@link MultipartBody.files} is called, no more
 * is read than the stream buffers.
 */
export function readMultipart(payload: Readable, contentType: string, rules: FileRules): MultipartBody {
  const allowed = gate<void>()
  const sealed = gate<string | undefined>()
  const whole = gate<boolean>()
  const files: Promise<Uint8Array | null>[] = []
  const end = (isWhole: boolean): void => {
    sealed.open(undefined)
    whole.open(isWhole)
  }
  countBytes(payload, () => end(false))

  const parser = openParser(contentType, rules)
  if (!parser) {
    payload.resume()
    return { sealed: Promise.resolve(undefined), files: async () => null, discard: () => {} }
  }
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (name === SEALED_PART && !isCut && files.length === 0) sealed.open(value)
    else end(false)
  })
  parser.on('file', (name, stream) => {
    sealed.open(undefined)
    // The parser also reports a truncated body here, when nobody may be reading yet.
    stream.on('error', () => end(false))
    files.push(name === filePartName(files.length) ? allowed.passed.then(() => take(stream)) : skip(stream))
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => end(false))
  parser.on('error', () => end(false))
  parser.on('finish', () => end(true))
  payload.pipe(parser)

  return {
    sealed: sealed.passed,
    async files() {
      allowed.open()
      if (!(await whole.passed)) return null
      const taken = await Promise.all(files)
      return taken.every((file) => file !== null) ? taken : null
    },
    discard() {
      payload.unpipe(parser)
      if (!payload.destroyed) payload.resume()
    },
  }
}

async function take(stream: BusboyFileStream): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  for await (const part of stream as AsyncIterable<Uint8Array>) parts.push(part)
  return stream.truncated ? null : Buffer.concat(parts)
}

async function skip(stream: BusboyFileStream): Promise<null> {
  stream.resume()
  return null
}

/** Aborts a body above the maximum size, and reports a truncated one. */
function countBytes(payload: Readable, onBroken: () => void): void {
  let received = 0
  payload.on('data', (part: Uint8Array) => {
    received += part.length
    if (received > MAX_UPLOAD_BYTES) payload.destroy()
  })
  payload.once('error', onBroken)
  payload.once('close', () => {
    if (!payload.readableEnded) onBroken()
  })
}

/** Null for a content type without a usable boundary. */
function openParser(contentType: string, rules: FileRules): BusboyInstance | null {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: 1,
        fieldSize: MAX_REQUEST_BYTES,
        files: rules.maxFiles,
        // A file longer than this is truncated; one of exactly this size is not.
        fileSize: rules.maxBytes,
        parts: rules.maxFiles + 1,
        headerPairs: HEADERS_OF_A_PART,
        headerSize: 1024,
      },
    })
  } catch {
    return null
  }
}

/** A promise resolved from outside; only the first value counts. */
function gate<Value>(): { passed: Promise<Value>; open(value: Value): void } {
  let open: (value: Value) => void = () => {}
  const passed = new Promise<Value>((resolve) => (open = resolve))
  return { passed, open: (value) => open(value) }
}
