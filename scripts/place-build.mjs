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
import { packFiles } from './pack-files.mjs'

const NEXT = /^next-(\d+)$/
/** List of the assets that were retained from the previous build. */
const RETAINED_LIST = path.join('.vite', 'retained-assets.json')
/** Attempts to move a half while another process moves one too. */
const MAX_TRIES = 10

/** Creates a folder in `dist` for the build of this process. Removes those of processes that have ended. */
export function openNext(dist) {
  mkdirSync(dist, { recursive: true })
  for (const name of readdirSync(dist)) {
    const [, id] = NEXT.exec(name) ?? []
    if (id !== undefined && !isOther(Number(id))) rmSync(path.join(dist, name), { recursive: true, force: true })
  }
  return path.join(dist, `next-${process.pid}`)
}

/**
 * Moves the halves of a finished build into place and removes its folder. The assets of the previous build are retained
 * for pages that are still open. The files of the pages are packed with them.
 */
export function placeBuild(dist, next, halves) {
  retainAssets(path.join(dist, 'client'), path.join(next, 'client'))
  packFiles(path.join(next, 'client'))
  for (const half of halves) replace(path.join(dist, half), path.join(next, half), path.join(next, `old-${half}`))
  rmSync(next, { recursive: true, force: true })
}

/**
 * Copies the assets of the current build into the next one, except those that it had retained itself, so that they do
 * not accumulate. The same build again retains the same.
 */
export function retainAssets(current, next) {
  const made = new Set(assetsIn(next))
  const existing = assetsIn(current)
  const retainedBefore = new Set(retainedIn(current))
  const own = existing.filter((name) => !retainedBefore.has(name))
  const isSame = own.length === made.size && own.every((name) => made.has(name))
  const retained = (isSame ? existing : own).filter((name) => !made.has(name))
  if (retained.length > 0) mkdirSync(path.join(next, 'assets'), { recursive: true })
  for (const name of retained) copyFileSync(path.join(current, 'assets', name), path.join(next, 'assets', name))
  mkdirSync(path.join(next, path.dirname(RETAINED_LIST)), { recursive: true })
  writeFileSync(path.join(next, RETAINED_LIST), JSON.stringify(retained))
}

/**
 * Two renames, because directories cannot be exchanged atomically. Restores the previous one if the second rename
 * fails.
 */
function replace(place, made, aside) {
  for (let time = 1; ; time += 1) {
    const old = `${aside}-${time}`
    if (existsSync(place)) moveAway(place, old)
    try {
      renameSync(made, place)
      return
    } catch (error) {
      const isTaken = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code) && existsSync(place)
      if (isTaken && time < MAX_TRIES) continue
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

/** A missing or truncated list is empty: at worst files are retained once more. */
function retainedIn(client) {
  try {
    const names = JSON.parse(readFileSync(path.join(client, RETAINED_LIST), 'utf8'))
    return Array.isArray(names) ? names : []
  } catch {
    return []
  }
}

/** Returns whether this id is another running process. */
function isOther(id) {
  if (id === process.pid) return false
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
