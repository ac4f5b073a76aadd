import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './preflight.mjs'

const IS_GROUPED = process.platform !== 'win32'
const KILL_AFTER_MS = 5_000

/** Path of the script of a package's command, which works on all systems. */
export function commandOf(packageName, command = packageName) {
  const folder = path.join(PROJECT_ROOT, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[command])
}

/**
 * Runs a Node script.
 *
 * @param {string[]} args the script and its arguments
 * @param {{ env?: Record<string, string>, isQuiet?: boolean, limitMs?: number }} [options] `isQuiet` captures its
 * output; `limitMs` kills it, with code 124
 * @returns {Promise<{ code: number, output: string }>} `output` is empty unless quiet
 */
export function runNode(args, { env = {}, isQuiet = false, limitMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: PROJECT_ROOT,
      detached: IS_GROUPED,
      env: { ...process.env, ...env },
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    const forwarding = forwardSignals(child)
    let isOverdue = false
    const limit =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            isOverdue = true
            signalAll(child, 'SIGTERM')
            setTimeout(() => signalAll(child, 'SIGKILL'), KILL_AFTER_MS)
          }, limitMs)
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      forwarding.end()
      resolve({ code: isOverdue ? 124 : (code ?? (signal === 'SIGINT' ? 130 : 143)), output })
    })
  })
}

/** Forwards signals to the child and its descendants, and ends with it. */
function forwardSignals(child) {
  const forward = (signal, code) => {
    child.once('close', () => process.exit(code))
    signalAll(child, signal)
  }
  const onTerminate = () => forward('SIGTERM', 143)
  const onInterrupt = () => forward('SIGINT', 130)
  process.once('SIGTERM', onTerminate)
  process.once('SIGINT', onInterrupt)
  return {
    end() {
      process.off('SIGTERM', onTerminate)
      process.off('SIGINT', onInterrupt)
    },
  }
}

/** The child leads its own process group, so that no worker of a test runner survives it. Windows has no groups. */
function signalAll(child, signal) {
  if (!IS_GROUPED) {
    child.kill(signal)
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
