import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { BROWSER_FLAGS, findBrowser, NO_BROWSER_MESSAGE } from '../../../scripts/find-browser.mjs'
import { connectCdp, type Cdp } from '../harness/cdp.ts'

const START_LIMIT_MS = 30_000
const POLL_INTERVAL_MS = 50

export interface BrowserAtPort {
  readonly port: number
  close(): Promise<void>
}

/** A Chromium with an empty profile and a debugging port. `script` runs before the scripts of every page. */
export async function launchAtPort(script: string): Promise<BrowserAtPort> {
  const found = await findBrowser()
  if (found === null) throw new Error(NO_BROWSER_MESSAGE)
  const profile = await mkdtemp(path.join(tmpdir(), 'grandstand-lighthouse-'))
  const flags = ['--remote-debugging-port=0', '--remote-debugging-pipe', `--user-data-dir=${profile}`]
  const child = spawn(found.executablePath, ['--headless=new', ...flags, ...BROWSER_FLAGS, 'about:blank'], {
    env: { ...process.env, ...found.environment },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const cdp = connectCdp(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const close = async (): Promise<void> => {
    const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve()
    await cdp.send('Browser.close').catch(() => child.kill('SIGKILL'))
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await runFirst(cdp, script)
    return { port: await portIn(profile), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Every new page waits until it has the script. */
async function runFirst(cdp: Cdp, source: string): Promise<void> {
  cdp.on('', 'Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const session = String(sessionId)
    const { type } = targetInfo as { type: string }
    const ready =
      type === 'page'
        ? cdp
            .send('Page.enable', {}, session)
            .then(() => cdp.send('Page.addScriptToEvaluateOnNewDocument', { source }, session))
        : Promise.resolve({})
    // The target may have been closed meanwhile.
    ready.then(() => cdp.send('Runtime.runIfWaitingForDebugger', {}, session)).catch(() => undefined)
  })
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
}

async function portIn(profile: string): Promise<number> {
  for (const end = performance.now() + START_LIMIT_MS; performance.now() < end;) {
    const text = await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const [port, more] = text.split('\n', 2)
    if (port && more !== undefined) return Number(port)
    await pause(POLL_INTERVAL_MS)
  }
  throw new Error('the browser gave no port')
}
