import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as util from 'node:util'

/** Absolute path of the folder that holds package.json, also when this module has been bundled to somewhere below it. */
export const PROJECT_ROOT = folderOfPackage(path.dirname(fileURLToPath(import.meta.url)))

function folderOfPackage(folder) {
  return existsSync(path.join(folder, 'package.json')) ? folder : folderOfPackage(path.dirname(folder))
}

/** The releases that `engines` in package.json names: of 20 those from 20.19 on, and all from 22.12 on. */
const OLDEST_OF_20 = 19
const OLDEST_AFTER_20 = [22, 12]

/** Prints one message and ends the process. Nothing after it runs. */
export function stop(message, code = 1) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

/**
 * Ends the process with one message when this is no Node that package.json promises to support. An older one has to get
 * here: until then nothing may be imported by a name that Node 18 does not have.
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

/** Whether a package is installed in this folder. */
export function isInstalled(name) {
  return existsSync(path.join(PROJECT_ROOT, 'node_modules', name, 'package.json'))
}

/** Ends the process with one message when a package is missing. `purpose` completes "… is needed to …". */
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
 * The value of a key in the environment or, when it is not set there, in .env; undefined when neither has it. An empty
 * one counts as absent, and in the environment also hides what .env says. Ends the process with one message when .env
 * cannot be read.
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
 * npm hands SIGTERM to the shell between itself and the script, and some shells die of it without handing it on. The
 * script then notices that its parent has gone and stops as if it had got the signal.
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
