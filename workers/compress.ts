import type { Bytes } from '#protocol/bytes.ts'
import { concatBytes } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'

type Through = { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> }

/** One slice inflates to at most 1032 times its size before the limit is looked at again. */
const SLICE_BYTES = 4096

async function feed(writer: WritableStreamDefaultWriter<BufferSource>, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    // One write at a time: the stream may put out everything it makes of a write before anybody can stop it.
    // Nothing here is shared memory, and nobody writes into what is being inflated: a view will do.
    await writer.write(bytes.subarray(from, from + SLICE_BYTES) as Bytes)
  }
  await writer.close()
}

/** Drives a stream by its writer and reader (a Blob or Response around it costs 0.45 ms a call, research/transport.md). */
async function run(stream: Through, bytes: Uint8Array, limit: number): Promise<Bytes> {
  const fed = feed(stream.writable.getWriter(), bytes)
  // Broken data rejects here and at the reader alike; the reader's error is the one that is reported.
  fed.catch(() => undefined)
  const reader = stream.readable.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    length += value.length
    if (length > limit) {
      await reader.cancel().catch(() => undefined)
      throw new RangeError(`inflates beyond ${limit} bytes`)
    }
    parts.push(value)
  }
  await fed
  return concatBytes(...parts)
}

/** deflate-raw by the platform's streams, which exist in workers, in Node and on plain http alike. */
export const compressor: Compressor = {
  deflate: (bytes) => run(new CompressionStream('deflate-raw'), bytes, Number.POSITIVE_INFINITY),
  inflate: (bytes, limit) => run(new DecompressionStream('deflate-raw'), bytes, limit),
}
