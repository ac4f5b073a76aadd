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
/** File in the server half with the hash of sizes and times of sources whose contents were compared. */
const SEEN = '.sources.seen'

/** Hash over names and contents of all sources, in hex. */
export function hashSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesBelow)) {
    const content = readFileSync(path.join(PROJECT_ROOT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Hash over names, sizes and times of all sources, in hex. Ten times as fast as {@link hashSources}. */
function hashTimes() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesBelow)) {
    const { size, mtimeMs, ctimeMs } = statSync(path.join(PROJECT_ROOT, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\0${ctimeMs}\0`)
  }
  return hash.digest('hex')
}

/**
 * `fresh`: built from these sources. `old`: built from others. `missing`: incomplete, or halves from different sources.
 * Contents are compared again only after a size or a time has changed.
 */
export function buildState() {
  const [client, server] = Object.entries(HALVES).map(([half, product]) => stampOf(path.join(DIST, half), product))
  if (client === null || client !== server) return 'missing'
  const seenFile = path.join(DIST, 'server', SEEN)
  const seen = `${client} ${hashTimes()}\n`
  if (existsSync(seenFile) && readFileSync(seenFile, 'utf8') === seen) return 'fresh'
  if (client !== hashSources()) return 'old'
  try {
    writeFileSync(seenFile, seen)
  } catch {
    // A folder that cannot be written to is compared each time.
  }
  return 'fresh'
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
  const found = statSync(path.join(PROJECT_ROOT, place), { throwIfNoEntry: false })
  if (found === undefined) return []
  return found.isDirectory() ? filesIn(place) : [place]
}

function filesIn(folder) {
  return readdirSync(path.join(PROJECT_ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => name !== '.tsbuild' && name !== 'tsconfig.json')
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const place = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesIn(place) : entry.isFile() ? [place] : filesBelow(place)
    })
}
