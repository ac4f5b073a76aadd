import type { Bytes } from '#protocol/bytes.ts'
import type { UploadResponse, UploadInit } from './dependencies.ts'
import { mediaType } from './http/response.ts'

const CHUNK_BYTES = 64 * 1024

/** Sends a body and reports progress. Uses XMLHttpRequest if it exists, because fetch reports no progress. */
export function sendBody(url: string, init: UploadInit, onSent: (bytes: number) => void): Promise<UploadResponse> {
  return typeof XMLHttpRequest === 'undefined' ? byFetch(url, init, onSent) : byXhr(url, init, onSent)
}

function byXhr(url: string, init: UploadInit, onSent: (bytes: number) => void): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (reason: string) => () => reject(new Error(reason))
    request.open(init.method, url)
    for (const [name, value] of Object.entries(init.headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onSent(event.loaded))
    request.addEventListener('error', fail('network'))
    request.addEventListener('abort', fail('aborted'))
    request.addEventListener('load', () => {
      // XMLHttpRequest follows redirects. Responses of other URLs are refused.
      if (request.responseURL !== url) return reject(new Error('redirected'))
      const type = mediaType(request.getResponseHeader('content-type'))
      return resolve({ status: request.status, type, text: request.responseText })
    })
    if (init.signal.aborted) return reject(new Error('aborted'))
    init.signal.addEventListener('abort', () => request.abort())
    request.send(new Blob([...init.parts]))
  })
}

async function byFetch(url: string, init: UploadInit, onSent: (bytes: number) => void): Promise<UploadResponse> {
  const chunks = chunksOf(init.parts)
  let sent = 0
  const body = new ReadableStream<Bytes>({
    pull(stream) {
      const { value: chunk } = chunks.next()
      if (!chunk) return stream.close()
      stream.enqueue(chunk)
      sent += chunk.length
      onSent(sent)
    },
  })
  const { method, headers, signal } = init
  // `duplex` is required for streams, and missing in the type of the platform.
  const streamed: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    signal,
    body,
    duplex: 'half',
    redirect: 'error',
  }
  const response = await fetch(url, streamed)
  const type = mediaType(response.headers.get('content-type'))
  return { status: response.status, type, text: await response.text() }
}

function* chunksOf(parts: readonly Bytes[]): Generator<Bytes, undefined> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += CHUNK_BYTES) yield part.subarray(at, at + CHUNK_BYTES)
  }
  return undefined
}
