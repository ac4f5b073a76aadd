import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { BROWSER_FLAGS, findBrowser, NO_BROWSER_MESSAGE } from '../../../scripts/find-browser.mjs'
import { connectCdp, type Cdp } from './cdp.ts'
import { openPage, type BenchPage, type PageSize } from './page.ts'

/** A browser without Playwright, whose network domain would halve the throughput of a page. */
export interface BenchBrowser {
  readonly version: string
  /** A page in its own profile. */
  newPage(size?: PageSize): Promise<BenchPage>
  close(): Promise<void>
}

/**
 * @throws with a readable message if there is no browser.
 */
export async function launchChromium(flags: readonly string[] = []): Promise<BenchBrowser> {
  const found = await findBrowser()
  if (found === null) throw new Error(NO_BROWSER_MESSAGE)
  const profile = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
  const child = spawn(
    found.executablePath,
    [
      '--headless=new',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--autoplay-policy=no-user-gesture-required',
      ...BROWSER_FLAGS,
      ...flags,
      'about:blank',
    ],
    { env: { ...process.env, ...found.environment }, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const cdp: Cdp = connectCdp(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const { product } = await cdp.send('Browser.getVersion')

  return {
    version: String(product),
    newPage: (size = { width: 1280, height: 800 }) => openPage(cdp, size),
    async close() {
      const ended = once(child, 'exit')
      await cdp.send('Browser.close').catch(() => child.kill('SIGKILL'))
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
