import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_INFLATED_REQUEST_BYTES, MAX_UPLOAD_BYTES } from '#protocol/constants.ts'
import type { Endpoint, FileRules } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { UploadManifest } from '#protocol/upload.ts'
import type { ReadFiles } from '../context.ts'
import { readMultipart } from '../../members/uploads/multipart-reader.ts'
import { receiveFiles } from '../../members/uploads/received-files.ts'

/**
 * Maximum inflated size of a body. The longest real call, a drag of 1,000 points (`afs.analyze`), has about 75 KB.
 * Parsing blocks the event loop.
 */
export const MAX_BODY_BYTES = 128 * 1024

const LARGER: Partial<Record<EndpointName, number>> = {
  // 500 messages of 400 characters.
  'demo.say': MAX_INFLATED_REQUEST_BYTES,
}

/** Maximum inflated size of the body of an endpoint (S7.116). */
export function maxBodyBytes(name: EndpointName): number {
  return LARGER[name] ?? MAX_BODY_BYTES
}

const SEALED_FORM = /^xx=([A-Za-z0-9_-]+)$/
/** Exactly one key, once: parsers disagree about duplicate keys. */
const SEALED_JSON = /^[ \t\r\n]*\{[ \t\r\n]*"xx"[ \t\r\n]*:[ \t\r\n]*"([A-Za-z0-9_-]*)"[ \t\r\n]*\}[ \t\r\n]*$/

/**
 * Returns the sealed text of a body: `{"xx": T}` for JSON endpoints, `xx=T` for form endpoints (settled 3).
 *
 * @returns null if the endpoint has no body, undefined if the body is malformed
 */
export function sealedBodyOf(encoding: Endpoint['encoding'], body: unknown): string | null | undefined {
  if (encoding === 'query') return null
  if (typeof body !== 'string') return undefined
  if (encoding === 'form') return SEALED_FORM.exec(body)?.[1]
  return SEALED_JSON.exec(body)?.[1]
}

/** Parameters of a call in clear, or of the query string; undefined if they cannot be parsed. */
export function clearParamsOf(encoding: Endpoint['encoding'], body: unknown, target: string): unknown {
  if (encoding === 'query') return Object.fromEntries(new URLSearchParams(target.split('?')[1] ?? ''))
  return typeof body === 'string' ? parseJson(body) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The body of a multipart call while its envelope and permissions are checked. */
export interface Upload {
  /** The text of `xx`; undefined if the body is malformed or too long. Never rejects. */
  readonly sealed: Promise<string | undefined>
  /** Returns the parameters of the opened sealed part and a function that reads the files. */
  open(manifest: unknown): { readonly params: unknown; readonly readFiles?: ReadFiles; readonly signal?: AbortSignal }
  /** Discards unread data. */
  discard(): void
}

export function openUpload(request: IncomingMessage, response: ServerResponse, rules: FileRules): Upload {
  const { 'content-type': contentType = '', 'content-length': length = '0' } = request.headers
  const body = readMultipart(request, contentType, rules)
  const disconnection = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) disconnection.abort()
  })
  return {
    sealed: Number(length) > MAX_UPLOAD_BYTES ? Promise.resolve(undefined) : body.sealed,
    open(sealedPart) {
      const manifest = UploadManifest.safeParse(sealedPart)
      if (!manifest.success) return { params: undefined }
      const { fields, files } = manifest.data
      return { params: fields, readFiles: () => receiveFiles(body, files, rules), signal: disconnection.signal }
    },
    discard: () => body.discard(),
  }
}
