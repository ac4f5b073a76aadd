import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

/** Absolute path of the folder that holds package.json, also when this module has been bundled to somewhere below it. */
export const PROJECT_ROOT = folderOfPackage(path.dirname(fileURLToPath(import.meta.url)))

function folderOfPackage(folder) {
  return existsSync(path.join(folder, 'package.json')) ? folder : folderOfPackage(path.dirname(folder))
}

const OLDEST = [20, 19]

/** Prints one message and ends the process. Nothing after it runs. */
export function stop(message, code = 1) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

/** Ends the process with one message when this Node is older than package.json promises to support. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    stop(`Grandstand needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}.`)
  }
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
          'Run  npm ci  (without --omit=dev) and try again.',
  )
}

/** The value of a key in the environment or, when it is not set there, in .env; undefined when neither has it. */
export function configured(key) {
  const file = path.join(PROJECT_ROOT, '.env')
  return process.env[key] ?? (existsSync(file) ? parseEnv(readFileSync(file, 'utf8'))[key] : undefined)
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
