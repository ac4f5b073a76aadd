import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** File of a client build with the contents of all others that the server serves from memory. */
export const PACK = '.files.pack'
/** Pages, which the server fills in, files without a reader, hidden ones, and clips, which the media routes serve. */
const NOT_PACKED = /\.(?:html|map)$|(?:^|\/)\.|^live\//
const ENDINGS = { br: '.br', gzip: '.gz' }

/**
 * Writes the files of a client build into one file: the length of the index as a 32-bit number, the index as JSON, and
 * the contents. A start reads it instead of two thousand files. The index names for each file its hash and where its
 * content and its compressed variants are: `{ name: { tag, parts: { identity: [from, to], br, gzip } } }`.
 */
export function packFiles(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !NOT_PACKED.test(name) && !Object.values(ENDINGS).some((ending) => name.endsWith(ending)))
    .sort()
  const contents = []
  let length = 0
  const add = (content) => {
    contents.push(content)
    length += content.length
    return [length - content.length, length]
  }
  const index = Object.fromEntries(names.map((name) => [name, packed(path.join(folder, name), add)]))
  const head = Buffer.from(JSON.stringify(index))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length)
  writeFileSync(path.join(folder, PACK), Buffer.concat([size, head, ...contents]))
}

function packed(file, add) {
  const content = readFileSync(file)
  const variants = Object.entries(ENDINGS)
    .filter(([, ending]) => existsSync(file + ending))
    .map(([encoding, ending]) => [encoding, add(readFileSync(file + ending))])
  const tag = createHash('sha256').update(content).digest('base64url')
  return { tag, parts: { identity: add(content), ...Object.fromEntries(variants) } }
}
