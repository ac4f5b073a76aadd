import type { Cdp, CdpListener } from './cdp.ts'

export interface PageSize {
  readonly width: number
  readonly height: number
  readonly isMobile?: boolean
}

/** A worker of a page, or a frame with a process of its own. */
export interface BenchTarget {
  readonly type: string
  send(method: string, params?: object): Promise<Record<string, unknown>>
  on(event: string, listener: CdpListener): () => void
}

/** A measured page. */
export interface BenchPage {
  /** Runs a script before the scripts of every later document. */
  addScript(source: string): Promise<void>
  /** Resolves when the document is loaded. */
  goto(url: string): Promise<void>
  /**
   * Evaluates an expression in the page and resolves with its JSON value; awaits promises.
   *
   * @throws with the page's error
   */
  evaluate<Value>(expression: string): Promise<Value>
  /** Resolves when the expression is true in an animation frame. */
  waitFor(expression: string, limitMs?: number): Promise<void>
  /** Slows down the main thread by this factor (1 = no slowdown). */
  throttle(factor: number): Promise<void>
  /** Metrics of Performance.getMetrics by name (seconds, bytes, counts). */
  metrics(): Promise<Readonly<Record<string, number>>>
  /** The send functions of all current dedicated workers. Attaching enables no domain in them. */
  workers(): Promise<readonly BenchPage['send'][]>
  /** Prepares every later target of the page before its scripts run. */
  onTarget(prepare: (target: BenchTarget) => Promise<void>): Promise<void>
  on(event: string, listener: CdpListener): () => void
  send(method: string, params?: object): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** Opens a page in its own browser context. */
export async function openPage(cdp: Cdp, size: PageSize): Promise<BenchPage> {
  const { browserContextId } = await cdp.send('Target.createBrowserContext')
  const { targetId } = await cdp.send('Target.createTarget', { url: 'about:blank', browserContextId, ...size })
  const attached = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
  const sessionId = String(attached['sessionId'])
  const send: BenchPage['send'] = (method, params) => cdp.send(method, params, sessionId)
  await send('Page.enable')
  await send('Performance.enable')
  await send('Emulation.setDeviceMetricsOverride', {
    width: size.width,
    height: size.height,
    deviceScaleFactor: 1,
    mobile: size.isMobile ?? false,
  })

  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const { result, exceptionDetails } = (await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: Value }; exceptionDetails?: { text: string; exception?: { description?: string } } }
    if (exceptionDetails !== undefined) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }
    return result.value
  }

  return {
    evaluate,
    send,
    on: (event, listener) => cdp.on(sessionId, event, listener),
    async addScript(source) {
      await send('Page.addScriptToEvaluateOnNewDocument', { source })
    },
    async goto(url) {
      const loaded = new Promise<void>((resolve) => {
        const end = cdp.on(sessionId, 'Page.loadEventFired', () => {
          end()
          resolve()
        })
      })
      const { errorText } = (await send('Page.navigate', { url })) as { errorText?: string }
      if (errorText !== undefined) throw new Error(`${url}: ${errorText}`)
      await loaded
    },
    async waitFor(expression, limitMs = 20_000) {
      const isTrue = await evaluate<boolean>(`new Promise((resolve) => {
        const end = performance.now() + ${limitMs}
        const look = () => {
          if (${expression}) resolve(true)
          else if (performance.now() > end) resolve(false)
          else requestAnimationFrame(look)
        }
        look()
      })`)
      if (!isTrue) throw new Error(`not true within ${limitMs} ms: ${expression}`)
    },
    async workers() {
      const found: BenchPage['send'][] = []
      const end = cdp.on(sessionId, 'Target.attachedToTarget', (attachment) => {
        const { type } = attachment['targetInfo'] as { type: string }
        const workerSession = String(attachment['sessionId'])
        if (type === 'worker') found.push((method, params) => cdp.send(method, params, workerSession))
      })
      // the answer comes after the events of all that are there already
      await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
      end()
      return found
    },
    async onTarget(prepare) {
      cdp.on(sessionId, 'Target.attachedToTarget', ({ sessionId: attachedSession, targetInfo }) => {
        const session = String(attachedSession)
        const target: BenchTarget = {
          type: (targetInfo as { readonly type: string }).type,
          send: (method, params) => cdp.send(method, params, session),
          on: (event, listener) => cdp.on(session, event, listener),
        }
        // The target may have been closed meanwhile.
        prepare(target)
          .then(() => target.send('Runtime.runIfWaitingForDebugger'))
          .catch(() => undefined)
      })
      await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
    },
    async throttle(rate) {
      await send('Emulation.setCPUThrottlingRate', { rate })
    },
    async metrics() {
      const { metrics } = (await send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] }
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
    },
    async close() {
      await cdp.send('Target.disposeBrowserContext', { browserContextId })
    },
  }
}
