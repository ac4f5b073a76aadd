import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as util from 'node:util'

/** Absolute path of the folder with package.json, also if this module is bundled elsewhere. */
export const PROJECT_ROOT = folderOfPackage(path.dirname(fileURLToPath(import.meta.url)))

function folderOfPackage(folder) {
  return existsSync(path.join(folder, 'package.json')) ? folder : folderOfPackage(path.dirname(folder))
}

/** Versions in `engines` of package.json: 20.19 and later of 20, and 22.12 and later. */
const OLDEST_OF_20 = 19
const OLDEST_AFTER_20 = [22, 12]

/** Prints a message and exits. */
export function stop(message, code = 1) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

/**
 * Exits with a message if the Node version is not supported. Must run on old versions, so this module imports only
 * names that Node 18 has.
 */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [newMajor, newMinor] = OLDEST_AFTER_20
  if (major === 20 && minor >= OLDEST_OF_20) return
  if (major > newMajor || (major === newMajor && minor >= newMinor)) return
  stop(
    `Grandstand needs Node 20.${OLDEST_OF_20} or a later 20, or ${newMajor}.${newMinor} or newer; this is ${process.versions.node}.`,
  )
}

/** Returns whether a package is installed in this folder. */
export function isInstalled(name) {
  return existsSync(path.join(PROJECT_ROOT, 'node_modules', name, 'package.json'))
}

/** Exits with a message if a package is missing. `purpose` completes "… is needed to …". */
export function requirePackage(name, purpose) {
  if (isInstalled(name)) return
  const isBare = !isInstalled('react')
  stop(
    isBare
      ? 'The packages are not installed yet. Run:  npm ci'
      : `${name} is needed to ${purpose}, and it is missing: the packages were installed without the development ones.\n` +
          'Run  npm ci --include=dev  and try again.',
  )
}

/**
 * The value of a key in the environment or in .env; undefined if neither has it. An empty value counts as unset, and in
 * the environment overrides .env. Exits with a message if .env is not readable.
 */
export function configured(key) {
  const value = (process.env[key] ?? envFile()[key] ?? '').trim()
  return value === '' ? undefined : value
}

function envFile() {
  const file = path.join(PROJECT_ROOT, '.env')
  try {
    return existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8')) : {}
  } catch (error) {
    return stop(`${file} cannot be read: ${error.message}`)
  }
}

const PARENT_CHECK_MS = 500

/**
 * npm sends SIGTERM to the shell between itself and the script, and some shells exit without forwarding it. The script
 * detects that its parent is gone and stops.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}
