import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './preflight.mjs'

/** All inputs of a build. Compared by content, so that a fresh checkout is not rebuilt. */
const SOURCES = [
  'index.html',
  'play.html',
  'gallery.html',
  'console.html',
  'game.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts/vite',
  'src',
  'workers',
  'load/readers',
  'server',
  'public',
]

/** Folder of the builds. */
export const DIST = path.join(PROJECT_ROOT, 'dist')
/** The two halves of a build, each with a file that must exist. */
export const HALVES = { client: 'index.html', server: 'main.js' }
/** File in each half with the hash of its sources. */
const STAMP = '.sources.sha256'

/** Hash over names and contents of all sources, in hex. */
export function hashSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesBelow)) {
    const content = readFileSync(path.join(PROJECT_ROOT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * `fresh`: built from these sources. `old`: built from others. `missing`: incomplete, or halves from different sources.
 */
export function buildState() {
  const [client, server] = Object.entries(HALVES).map(([half, product]) => stampOf(path.join(DIST, half), product))
  if (client === null || client !== server) return 'missing'
  return client === hashSources() ? 'fresh' : 'old'
}

/** Marks both halves in a folder as built from sources with this hash. */
export function writeStamps(folder, hash) {
  for (const half of Object.keys(HALVES)) writeFileSync(path.join(folder, half, STAMP), `${hash}\n`)
}

function stampOf(folder, product) {
  const stamp = path.join(folder, STAMP)
  return existsSync(stamp) && existsSync(path.join(folder, product)) ? readFileSync(stamp, 'utf8').trim() : null
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
