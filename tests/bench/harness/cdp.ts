import type { Readable, Writable } from 'node:stream'

export type CdpListener = (params: Record<string, unknown>) => void

/** Chromium's DevTools protocol over two pipes. Only the needed domains are enabled, to keep the overhead low. */
export interface Cdp {
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>
  /** Subscribes to an event of one session; returns the unsubscribe function. */
  on(sessionId: string, method: string, listener: CdpListener): () => void
}

interface Incoming {
  readonly id?: number
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly sessionId?: string
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

const END = '\0'

/** Implements the framing of `--remote-debugging-pipe`: JSON texts terminated by NUL. */
export function connectCdp(toBrowser: Writable, fromBrowser: Readable): Cdp {
  const waiting = new Map<
    number,
    { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >()
  const listeners = new Map<string, Set<CdpListener>>()
  let lastId = 0
  let rest = ''

  fromBrowser.setEncoding('utf8')
  fromBrowser.on('data', (text: string) => {
    const parts = (rest + text).split(END)
    rest = parts.pop() ?? ''
    for (const part of parts) receive(JSON.parse(part) as Incoming)
  })
  fromBrowser.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has gone'))
    waiting.clear()
  })

  function receive({ id, method, params = {}, sessionId = '', result = {}, error }: Incoming): void {
    if (id === undefined) {
      for (const listener of listeners.get(`${sessionId} ${method}`) ?? []) listener(params)
      return
    }
    const requester = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) requester?.resolve(result)
    else requester?.reject(new Error(error.message))
  }

  return {
    send(method, params = {}, sessionId) {
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        toBrowser.write(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }) + END)
      })
    },
    on(sessionId, method, listener) {
      const key = `${sessionId} ${method}`
      const known = listeners.get(key) ?? new Set()
      listeners.set(key, known.add(listener))
      return () => known.delete(listener)
    },
  }
}
