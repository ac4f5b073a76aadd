import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './preflight.mjs'

/** All that decides what a build contains. Contents count, not times: a copied or checked-out tree is not built anew. */
const SOURCES = [
  'index.html',
  'play.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts/vite',
  'src',
  'workers',
  'server',
  'public',
]
const PRODUCTS = ['dist/client/index.html', 'dist/server/main.js']
const STAMP = path.join(PROJECT_ROOT, 'dist', 'sources.sha256')

/** Hash over names and contents of all sources, in hex. */
export function hashSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesBelow)) {
    const content = readFileSync(path.join(PROJECT_ROOT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** `fresh`: built from these sources. `old`: built from others. `missing`: not built, or the build was broken off. */
export function buildState() {
  if (!existsSync(STAMP) || PRODUCTS.some((file) => !existsSync(path.join(PROJECT_ROOT, file)))) return 'missing'
  return readFileSync(STAMP, 'utf8').trim() === hashSources() ? 'fresh' : 'old'
}

/** Says that dist/ is in pieces from now on. */
export function removeStamp() {
  rmSync(STAMP, { force: true })
}

/** Says that dist/ is whole and made from sources with this hash. */
export function writeStamp(hash) {
  writeFileSync(STAMP, `${hash}\n`)
}

function filesBelow(place) {
  const absolute = path.join(PROJECT_ROOT, place)
  if (!existsSync(absolute)) return []
  if (statSync(absolute).isFile()) return [place]
  return readdirSync(absolute)
    .filter((name) => name !== '.tsbuild' && name !== 'tsconfig.json')
    .sort()
    .flatMap((name) => filesBelow(`${place}/${name}`))
}
