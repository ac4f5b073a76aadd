import { expect, it } from 'vitest'
import { openLog } from '#load/readers/read-log.ts'

async function gzip(data: string | Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([data as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function textsOf(bytes: Uint8Array, size: number): Promise<string[]> {
  const log = await openLog(inParts(bytes, size))
  const texts: string[] = []
  for await (const records of log.batches) {
    for (const record of records) {
      if ('skip' in record) texts.push(record.skip)
      else for (const event of record.events) texts.push(event.type === 'message' ? event.text : event.type)
    }
  }
  return texts
}

it('a compressed log of several members is read to its end, in parts of any size', async () => {
  // Output of several buffers of the decompressor.
  const long = `${'ab'.repeat(400_000)}c`
  const lines = [`{"t":1,"text":"a"}\n`, `{"t":2,"text":"${long}"}\n`, '', `{"t":3,"text":"d"}\n`]
  const members = await Promise.all(lines.map((line) => gzip(line)))
  const bytes = new Uint8Array(await new Blob(members as BlobPart[]).arrayBuffer())
  for (const size of [1, 7, 100, bytes.length]) expect(await textsOf(bytes, size)).toEqual(['a', long, 'd'])
})

it('a compressed log is read if its data looks like the begin of a member', async () => {
  const line = new TextEncoder().encode('{"t":1,"text":"a"}\n\n')
  const looksLike = new Uint8Array([...line, 0x1f, 0x8b, 8, 0, 10, ...line])
  expect(await textsOf(await stored(looksLike), 5)).toEqual(['a', 'damaged', 'a'])
})

/** A member with one block that is not compressed. */
async function stored(bytes: Uint8Array): Promise<Uint8Array> {
  const compressed = await gzip(bytes)
  const { length } = bytes
  const block = [1, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff]
  return new Uint8Array([...compressed.subarray(0, 10), ...block, ...bytes, ...compressed.subarray(-8)])
}
