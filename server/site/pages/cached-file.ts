import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

interface Encoded {
  readonly name: string
  readonly content: Buffer
}

/** A file as it was at start, with its compressed variants. */
interface CachedFile {
  readonly type: string
  readonly tag: string
  readonly content: Buffer
  readonly encoded: readonly Encoded[]
}

/** Index of a pack of files (`scripts/pack-files.mjs`): where the content and its compressed variants begin and end. */
interface PackIndex {
  readonly [name: string]: { readonly tag: string; readonly parts: Readonly<Record<string, readonly [number, number]>> }
}

const PACK = '.files.pack'
const LENGTH_BYTES = 4

/** The files of a build as they are now. They stay in memory, while another build may replace them on disk. */
export interface CachedFiles {
  readonly names: readonly string[]
  /** Null if there is none with this name. */
  file(name: string, type: string): CachedFile | null
}

/** Reads the pack of a build; null without one. */
export function readPack(folder: string): CachedFiles | null {
  const file = join(folder, PACK)
  if (!existsSync(file)) return null
  const pack = readFileSync(file)
  const from = LENGTH_BYTES + pack.readUInt32BE(0)
  const index = JSON.parse(pack.toString('utf8', LENGTH_BYTES, from)) as PackIndex
  return {
    names: Object.keys(index),
    file(name, type) {
      const entry = Object.hasOwn(index, name) ? index[name] : undefined
      if (entry === undefined) return null
      const part = (encoding: string): Buffer | null => {
        const range = entry.parts[encoding]
        return range ? pack.subarray(from + range[0], from + range[1]) : null
      }
      const encoded = ENCODINGS.flatMap(({ name: encoding }) => {
        const content = part(encoding)
        return content ? [{ name: encoding, content }] : []
      })
      return { type, tag: `"${entry.tag}"`, content: part('identity') ?? Buffer.alloc(0), encoded }
    },
  }
}

/** Reads a file of the build. It stays in memory, while another build may replace it on disk. Null if there is none. */
export function cacheFile(folder: string, name: string, type: string): CachedFile | null {
  const file = join(folder, name)
  if (!existsSync(file)) return null
  const content = readFileSync(file)
  const encoded = ENCODINGS.flatMap(({ name: encoding, ending }) =>
    existsSync(file + ending) ? [{ name: encoding, content: readFileSync(file + ending) }] : [],
  )
  return { type, tag: `"${createHash('sha256').update(content).digest('base64url')}"`, content, encoded }
}

/** Sends a file, or 304 if the browser has it. `caching` is its cache-control. */
export function sendCachedFile(
  cached: CachedFile,
  request: FastifyRequest,
  reply: FastifyReply,
  caching: string,
): FastifyReply {
  reply.header('cache-control', caching).header('vary', 'accept-encoding').header('etag', cached.tag)
  if (request.headers['if-none-match']?.includes(cached.tag)) return reply.code(304).send()
  reply.header('content-type', cached.type)
  const accepted = acceptedOf(request.headers['accept-encoding'] ?? '')
  const chosen = cached.encoded.find(({ name }) => accepted.has(name))
  if (chosen === undefined) return reply.send(cached.content)
  return reply.header('content-encoding', chosen.name).send(chosen.content)
}

/** Encodings of an accept-encoding header with a weight above 0. */
function acceptedOf(header: string): ReadonlySet<string> {
  const parts = header.split(',').map((part) => part.trim())
  return new Set(parts.flatMap((part) => (/;\s*q=0(?:\.0*)?$/.test(part) ? [] : [part.replace(/;.*$/, '')])))
}
