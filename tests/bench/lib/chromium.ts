import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { BROWSER_FLAGS, findBrowser, NO_BROWSER_MESSAGE } from '../../../scripts/find-browser.mjs'

/**
 * Chromium driven by bare CDP over a pipe (NUL-ended JSON on file descriptors 3 and 4). A test framework keeps the
 * Network domain on, which sends every WebSocket frame through the browser process once more and halves what a page can
 * take: benches must not be driven by one.
 */
export interface Browser {
  readonly processId: number
  newPage(url: string, size: { width: number; height: number }): Promise<BenchPage>
  close(): Promise<void>
}

export interface BenchPage {
  /** Evaluates an expression in the page and returns its (awaited) JSON value; throws when the page throws. */
  evaluate<Value>(expression: string): Promise<Value>
  send(method: string, params?: object): Promise<Record<string, unknown>>
  /** Waits until an expression is truthy; throws after `limitMs`. */
  until(expression: string, limitMs?: number): Promise<void>
  close(): Promise<void>
}

interface Answer {
  id?: number
  result?: Record<string, unknown>
  error?: { message: string }
}

const POLL_MS = 50

export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const found = await findBrowser()
  if (found === null) throw new Error(NO_BROWSER_MESSAGE)
  const profile = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
  const child = spawn(
    found.executablePath,
    [
      ...BROWSER_FLAGS,
      '--headless=new',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      ...flags,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, ...found.environment } },
  )
  const toBrowser = child.stdio[3] as Writable
  const fromBrowser = child.stdio[4] as Readable
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  let buffered = Buffer.alloc(0)
  fromBrowser.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk])
    for (let end = buffered.indexOf(0); end >= 0; end = buffered.indexOf(0)) {
      const answer = JSON.parse(buffered.subarray(0, end).toString('utf8')) as Answer
      buffered = buffered.subarray(end + 1)
      if (answer.id !== undefined) {
        waiting.get(answer.id)?.(answer)
        waiting.delete(answer.id)
      }
    }
  })

  const send = (method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, (answer) => {
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`))
        else resolve(answer.result ?? {})
      })
      toBrowser.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`)
    })

  return {
    processId: child.pid ?? 0,
    async newPage(url, size) {
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', ...size })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      const page = pageOf(
        (method, params) => send(method, params, String(sessionId)),
        async () => {
          await send('Target.closeTarget', { targetId })
        },
      )
      await page.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: size.width < 600 })
      await page.send('Page.navigate', { url })
      return page
    },
    async close() {
      const ended = once(child, 'exit')
      await send('Browser.close').catch(() => child.kill('SIGKILL'))
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}

function pageOf(send: BenchPage['send'], close: () => Promise<void>): BenchPage {
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    const thrown = answer['exceptionDetails'] as { text: string; exception?: { description?: string } } | undefined
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text)
    return (answer['result'] as { value: Value }).value
  }
  return {
    send,
    close,
    evaluate,
    async until(expression, limitMs = 30_000) {
      const deadline = Date.now() + limitMs
      for (;;) {
        // A page that is still navigating has no context to evaluate in: that is "not yet".
        const isTrue = await evaluate<boolean>(`Boolean(${expression})`).catch(() => false)
        if (isTrue) return
        if (Date.now() > deadline) throw new Error(`still not true after ${limitMs} ms: ${expression}`)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    },
  }
}
