import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

const NEXT = /^next-(\d+)$/
/** Names of the assets that the half of the pages keeps from the build before. */
const KEPT_LIST = path.join('.vite', 'kept-assets.json')
/** How often a half is put in place when another build is put there at the same time. */
const MOST_TRIES = 10

/** A folder below `dist` for the build of this process, without those of processes that ended before they were done. */
export function openNext(dist) {
  mkdirSync(dist, { recursive: true })
  for (const name of readdirSync(dist)) {
    const [, id] = NEXT.exec(name) ?? []
    if (id !== undefined && !isOther(Number(id))) rmSync(path.join(dist, name), { recursive: true, force: true })
  }
  return path.join(dist, `next-${process.pid}`)
}

/**
 * Puts the halves of a finished build in place, each as a whole, and removes its folder. A server may be running on what
 * stands there: the assets that its pages name stay.
 */
export function placeBuild(dist, next, halves) {
  keepAssets(path.join(dist, 'client'), path.join(next, 'client'))
  for (const half of halves) replace(path.join(dist, half), path.join(next, half), path.join(next, `old-${half}`))
  rmSync(next, { recursive: true, force: true })
}

/**
 * Copies the assets of the build that stands there into the next one, but not what that had kept itself: one build back,
 * so that they do not add up. The same build once more keeps the same.
 */
export function keepAssets(current, next) {
  const made = new Set(assetsIn(next))
  const standing = assetsIn(current)
  const keptBefore = new Set(keptIn(current))
  const own = standing.filter((name) => !keptBefore.has(name))
  const isSame = own.length === made.size && own.every((name) => made.has(name))
  const kept = (isSame ? standing : own).filter((name) => !made.has(name))
  if (kept.length > 0) mkdirSync(path.join(next, 'assets'), { recursive: true })
  for (const name of kept) copyFileSync(path.join(current, 'assets', name), path.join(next, 'assets', name))
  mkdirSync(path.join(next, path.dirname(KEPT_LIST)), { recursive: true })
  writeFileSync(path.join(next, KEPT_LIST), JSON.stringify(kept))
}

/** Two renames, since no system exchanges folders in one. What stood there comes back when the second one fails. */
function replace(place, made, aside) {
  for (let time = 1; ; time += 1) {
    const old = `${aside}-${time}`
    if (existsSync(place)) moveAway(place, old)
    try {
      renameSync(made, place)
      return
    } catch (error) {
      const isTaken = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code) && existsSync(place)
      if (isTaken && time < MOST_TRIES) continue
      if (!existsSync(place) && existsSync(old)) renameSync(old, place)
      throw error
    }
  }
}

function moveAway(place, old) {
  try {
    renameSync(place, old)
  } catch (error) {
    // another build has just moved it
    if (error.code !== 'ENOENT') throw error
  }
}

function assetsIn(client) {
  const folder = path.join(client, 'assets')
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** A list that is not there or was cut off names nothing: at worst a build's files are kept once more. */
function keptIn(client) {
  try {
    const names = JSON.parse(readFileSync(path.join(client, KEPT_LIST), 'utf8'))
    return Array.isArray(names) ? names : []
  } catch {
    return []
  }
}

/** Whether the process with this id is another one that runs. */
function isOther(id) {
  if (id === process.pid) return false
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
