import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
/** Smaller files are not worth a compressed copy. */
const SMALLEST_BYTES = 1024

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Writes a .gz and a .br beside every text file in a folder. */
export async function compressFiles(folder) {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  await Promise.all(files.map(compress))
}

async function compress(file) {
  const content = await readFile(file)
  if (content.byteLength < SMALLEST_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength }
  const [gz, br] = await Promise.all([toGzip(content, { level: 9 }), toBrotli(content, { params })])
  await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)])
}
