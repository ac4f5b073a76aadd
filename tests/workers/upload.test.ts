import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { toHex } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import { REQUEST_TIMEOUT_MS } from '#protocol/constants.ts'
import { UploadManifest } from '#protocol/upload.ts'
import type { UploadFile } from '#protocol/worker/api.ts'
import { createWebCrypto } from '#workers/crypto/webcrypto.ts'
import { Deadline } from '#workers/http/deadline.ts'
import { multipartParts } from '#workers/http/seal-request.ts'
import { checkFiles, uploadTask } from '#workers/http/upload.ts'
import { sendBody } from '#workers/send-body.ts'
import { FakeTime } from './fake-time.ts'

const RULES = { maxFiles: 2, maxBytes: 1_000, types: ['image/png'] }

function file(length: number, more: Partial<UploadFile> = {}): UploadFile {
  const bytes = new Uint8Array(length).map((_, index) => (index * 31) & 255)
  return { name: '截图.png', type: 'image/png', bytes, ...more }
}

let server: Server | null = null

afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
})

async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('multipart body', () => {
  it('settled 3 contains the sealed part first, then the files unchanged', async () => {
    const files = [file(300), file(7, { name: 'a"\r\nContent-Type: text/html\r\n\r\n<b>.png' })]
    const parts = multipartParts('SEALED-text_1', files, 'boundary1')
    const body = await new Blob(parts).arrayBuffer()
    const form = await new Response(body, {
      headers: { 'content-type': 'multipart/form-data; boundary=boundary1' },
    }).formData()
    expect([...form.keys()]).toEqual(['xx', 'file0', 'file1'])
    expect(form.get('xx')).toBe('SEALED-text_1')
    for (const [index, { bytes }] of files.entries()) {
      const part = form.get(`file${index}`)
      if (part === null || typeof part === 'string') throw new Error('no file')
      expect([part.name, part.type]).toEqual([`file${index}`, 'image/png'])
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes)
    }
    expect(new TextDecoder('latin1').decode(body)).not.toContain('text/html')
  })

  it('settled 3 has the name, type, size and SHA-256 of each file in the sealed part', async () => {
    const files = [file(300), file(1, { name: 'x'.repeat(300) })]
    const { metadata } = await uploadTask(createWebCrypto(crypto), files, () => undefined)
    expect(UploadManifest.safeParse({ fields: {}, files: metadata }).success).toBe(true)
    expect(metadata.map(({ sha256 }) => sha256)).toEqual(
      files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
    )
    expect(metadata[0]).toEqual({
      name: '截图.png',
      type: 'image/png',
      size: 300,
      sha256: expect.any(String) as string,
    })
    expect(toHex(await createWebCrypto(crypto).sha256(file(300).bytes))).toBe(metadata[0]?.sha256)
  })

  it('settled 3 has files that match the rules of the endpoint', () => {
    const problems = (files: UploadFile[]) => {
      const details = checkFiles(RULES, files)?.details as { files: { problem: string }[] } | undefined
      return details?.files.map((one) => one.problem) ?? []
    }
    expect(problems([file(1_000), file(1)])).toEqual([])
    expect(problems([])).toEqual(['none'])
    expect(problems([file(1), file(1), file(1)])).toEqual(['too-many'])
    expect(problems([file(1_001), file(0)])).toEqual(['too-large', 'empty'])
    expect(problems([file(1, { type: 'image/svg+xml' }), file(1, { type: '' })])).toEqual(['wrong-type', 'wrong-type'])
    const vast = { maxFiles: 40, maxBytes: 1024 * 1024, types: ['image/png'] }
    expect(problems(Array.from({ length: 17 }, () => file(1024 * 1024)))).toContain('too-many')
    expect(
      checkFiles(
        vast,
        Array.from({ length: 17 }, () => file(1024 * 1024)),
      ),
    ).toMatchObject({
      code: CODES.PARAM_ERROR,
      details: { files: [{ problem: 'too-large' }] },
    })
  })
})

describe('sending a body', () => {
  const init = (signal: AbortSignal, length: number) => ({
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    parts: [file(length).bytes as Uint8Array<ArrayBuffer>, file(10).bytes as Uint8Array<ArrayBuffer>],
    signal,
  })

  it('sends all bytes in order and reports progress', async () => {
    const hash = createHash('sha256')
    const url = await listen((request, response) => {
      request.on('data', (data: Buffer) => hash.update(data))
      request.on('end', () => response.setHeader('content-type', 'application/json; charset=utf-8').end('{"a":1}'))
    })
    const sent: number[] = []
    const body = init(new AbortController().signal, 500_000)
    expect(await sendBody(url, body, (bytes) => void sent.push(bytes))).toEqual({
      status: 200,
      type: 'application/json',
      text: '{"a":1}',
    })
    expect(sent.at(-1)).toBe(500_010)
    expect(sent.length).toBeGreaterThan(5)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(body.parts[0]!).update(body.parts[1]!).digest('hex'))
  })

  it('closes the connection on abort', async () => {
    const abort = new AbortController()
    const ended = new Promise<boolean>((resolve) => {
      void listen((request) => {
        request.on('data', () => abort.abort())
        request.on('close', () => resolve(request.complete))
        request.on('error', () => undefined)
      }).then(async (url) => sendBody(url, init(abort.signal, 8_000_000), () => undefined).catch(() => undefined))
    })
    expect(await ended).toBe(false)
  })

  it('does not follow redirects', async () => {
    const url = await listen((request, response) => {
      request.resume()
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    })
    await expect(sendBody(url, init(new AbortController().signal, 10), () => undefined)).rejects.toThrow()
  })
})

describe('deadline', () => {
  it('S9.5 restarts on upload progress and stops while a dialog is open (S4.18)', () => {
    const time = new FakeTime(1_000)
    const deadline = new Deadline(time, REQUEST_TIMEOUT_MS)
    time.advance(29_000)
    deadline.renew()
    time.advance(29_000)
    expect(deadline.isOver).toBe(false)
    deadline.pause()
    time.advance(600_000)
    expect(deadline.isOver).toBe(false)
    deadline.resume()
    time.advance(999)
    expect(deadline.isOver).toBe(false)
    time.advance(1)
    expect(deadline.failure(true)).toMatchObject({ code: CODES.TIMEOUT })
    expect(time.pending).toBe(0)
  })

  it('S4.20 stays ended if the call is aborted while a dialog is open', () => {
    const time = new FakeTime(1_000)
    const deadline = new Deadline(time, REQUEST_TIMEOUT_MS)
    deadline.pause()
    deadline.abort()
    deadline.resume()
    deadline.renew()
    expect(time.pending).toBe(0)
    expect(deadline.failure(true)).toMatchObject({ code: CODES.ABORTED })
  })
})
