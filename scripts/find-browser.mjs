import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from './preflight.mjs'

const run = promisify(execFile)
const UNPACKED = path.join(PROJECT_ROOT, 'node_modules', '.cache', 'chromium')
const PROBE_TIMEOUT_MS = 20_000

/** Flags of every browser under test: no background traffic, no GPU, and no sandbox for root. */
export const BROWSER_FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  ...(process.platform === 'linux' ? ['--disable-dev-shm-usage'] : []),
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Message if no browser was found. */
export const NO_BROWSER_MESSAGE = `No browser found, so the browser and end-to-end tests cannot run. Do one of these and try again:
  - install Chromium or Chrome (Debian: apt-get install -y chromium-headless-shell fonts-noto-cjk; benches: chromium)
  - name one:  CHROMIUM_PATH=/path/to/chrome npm test
  - let Playwright fetch its own:  npx playwright install --with-deps chromium
The tests that need no browser run with:  npm run check`

/**
 * Finds a Chromium for tests and benches, in this order: CHROMIUM_PATH, with `headlessShell` the system's headless shell,
 * Playwright's, the system's, the one from npm (linux x64), and with `download` a new one through Playwright.
 *
 * The headless shell is Chromium without windows. Tests need a fifth to a third less processor time with it. Benches
 * measure the browser that users have.
 *
 * @param {{ download?: boolean, headlessShell?: boolean }} [options]
 * @returns {Promise<{ executablePath: string, source: string, environment: Record<string, string> } | null>} null if
 * there is none; `environment` must be set for the browser's process.
 * @throws if CHROMIUM_PATH names a missing file
 */
export async function findBrowser({ download = false, headlessShell = false } = {}) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`)
    return { executablePath: named, source: 'CHROMIUM_PATH', environment: {} }
  }
  return (
    (headlessShell ? await firstThatStarts(onPath(['chromium-headless-shell', 'chrome-headless-shell'])) : null) ??
    (await playwrightsOwn()) ??
    (await firstThatStarts(systemPlaces())) ??
    (await shippedByNpm()) ??
    (download ? await downloaded() : null)
  )
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright')
  const executablePath = chromium.executablePath()
  if (!existsSync(executablePath) || !(await starts(executablePath, {}))) return null
  return { executablePath, source: 'Playwright', environment: {} }
}

async function firstThatStarts(places) {
  for (const executablePath of places) {
    if (existsSync(executablePath) && (await starts(executablePath, {}))) {
      return { executablePath, source: 'system', environment: {} }
    }
  }
  return null
}

function systemPlaces() {
  const { env, platform } = process
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean)
    const tails = [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ]
    return tails.flatMap((tail) => roots.map((root) => path.join(root, tail)))
  }
  const found = onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'])
  if (platform !== 'darwin') return found
  const applications = ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  )
  return [...found, ...applications]
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
}

/** A file with this name may be an installer stub or lack libraries, so its response to --version decides. */
async function starts(executablePath, environment) {
  if (process.platform === 'win32') return true
  try {
    const { stdout } = await run(executablePath, ['--version'], {
      env: { ...process.env, ...environment },
      timeout: PROBE_TIMEOUT_MS,
    })
    return /\d+\.\d+/.test(stdout)
  } catch {
    return false
  }
}

/**
 * The browser of @sparticuz/chromium, unpacked once into node_modules/.cache. The child process believes that it runs
 * on Amazon's image, so that the package also unpacks its NSS libraries, which are used only if the system has none.
 */
async function shippedByNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  if (!existsSync(path.join(PROJECT_ROOT, 'node_modules', '@sparticuz', 'chromium'))) return null
  const executablePath = path.join(UNPACKED, 'chromium')
  const libraries = path.join(UNPACKED, 'al2023', 'lib')
  if (!existsSync(executablePath) || !existsSync(libraries)) {
    await mkdir(UNPACKED, { recursive: true })
    const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
    const env = { ...process.env, TMPDIR: UNPACKED, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
    await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: PROJECT_ROOT, env }).catch(() => null)
  }
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: path.join(UNPACKED, 'fonts') }
  for (const environment of [fonts, { ...fonts, LD_LIBRARY_PATH: libraries }]) {
    if (await starts(executablePath, environment)) return { executablePath, source: 'npm', environment }
  }
  return null
}

async function downloaded() {
  const cli = path.join(PROJECT_ROOT, 'node_modules', 'playwright', 'cli.js')
  const code = await new Promise((resolve) => {
    spawn(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] }).on(
      'exit',
      resolve,
    )
  })
  return code === 0 ? playwrightsOwn() : null
}
