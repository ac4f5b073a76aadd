import type { Bytes } from '#protocol/bytes.ts'
import type { UploadResponse, UploadInit } from './dependencies.ts'
import { mediaType } from './http/response.ts'

const PIECE_BYTES = 64 * 1024

/** Sends a body in pieces and counts what is on the wire. XMLHttpRequest where there is one: fetch tells no progress. */
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
      // It follows redirects by itself; nobody but our server may answer.
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
  const pieces = piecesOf(init.parts)
  let sent = 0
  const body = new ReadableStream<Bytes>({
    pull(stream) {
      const { value: piece } = pieces.next()
      if (!piece) return stream.close()
      stream.enqueue(piece)
      sent += piece.length
      onSent(sent)
    },
  })
  const { method, headers, signal } = init
  // `duplex` is demanded for streams, and missing in the type of the platform.
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

function* piecesOf(parts: readonly Bytes[]): Generator<Bytes, undefined> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES)
  }
  return undefined
}
