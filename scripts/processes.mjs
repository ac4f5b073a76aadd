import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './preflight.mjs'

/** Path of the script behind a package's command, so that it runs alike on every system. */
export function commandOf(packageName, command = packageName) {
  const folder = path.join(PROJECT_ROOT, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[command])
}

/**
 * Runs a Node script to its end.
 *
 * @param {string[]} args the script and its arguments
 * @param {{ env?: Record<string, string>, isQuiet?: boolean, limitMs?: number }} [options] `isQuiet` keeps its output
 *   back; `limitMs` ends it, with code 124
 * @returns {Promise<{ code: number, output: string }>} `output` is empty unless quiet
 */
export function runNode(args, { env = {}, isQuiet = false, limitMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: PROJECT_ROOT,
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
            child.kill('SIGTERM')
            setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
          }, limitMs)
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      forwarding.end()
      resolve({ code: isOverdue ? 124 : (code ?? (signal === 'SIGINT' ? 130 : 143)), output })
    })
  })
}

/** A terminal sends Ctrl-C to the child by itself; everything else has to be handed on. Ends with the child then. */
function forwardSignals(child) {
  const onTerminate = () => {
    child.once('close', () => process.exit(143))
    child.kill('SIGTERM')
  }
  const onInterrupt = () => {
    child.once('close', (code) => process.exit(code ?? 130))
    if (!process.stdin.isTTY) child.kill('SIGINT')
  }
  process.once('SIGTERM', onTerminate)
  process.once('SIGINT', onInterrupt)
  return {
    end() {
      process.off('SIGTERM', onTerminate)
      process.off('SIGINT', onInterrupt)
    },
  }
}
