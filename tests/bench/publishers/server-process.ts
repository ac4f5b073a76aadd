import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { processorSeconds } from '../harness/process-use.ts'
import type { MediaServerReady, MediaServerReport } from './server.ts'

/** A media server with publishers in its own process. */
export class MediaServerProcess {
  readonly #child: ChildProcess
  readonly ready: MediaServerReady

  private constructor(child: ChildProcess, ready: MediaServerReady) {
    this.#child = child
    this.ready = ready
  }

  static async start(): Promise<MediaServerProcess> {
    const [, entry] = process.argv
    if (entry === undefined) throw new Error('started without a file')
    const child = fork(entry, ['--media-server'])
    const [ready] = (await once(child, 'message')) as [MediaServerReady]
    return new MediaServerProcess(child, ready)
  }

  async report(): Promise<MediaServerReport> {
    const answered = once(this.#child, 'message')
    this.#child.send('report')
    return ((await answered) as [MediaServerReport])[0]
  }

  /** Processor seconds of the server and of its RTMP process so far. */
  processorSeconds(): Promise<number[]> {
    return Promise.all(this.ready.pids.map(processorSeconds))
  }

  /** Reachable bytes of the RTMP process, after a collection. Its resident memory depends on the garbage collector. */
  rtmpHeldBytes(): Promise<number> {
    return heldBytesOf(this.ready.pids[1])
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit')
    this.#child.disconnect()
    await exited
  }
}

/** Where Node listens for a debugger after SIGUSR1. */
const DEBUGGER = 'http://127.0.0.1:9229/json/list'
const DEBUGGER_LIMIT_MS = 5_000

/** Reads the memory of a Node process through its debugger. */
async function heldBytesOf(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await debuggerUrl())
  await once(socket, 'open')
  let id = 0
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    id += 1
    const answered = once(socket, 'message') as Promise<[Buffer]>
    socket.send(JSON.stringify({ id, method, params }))
    const [answer] = await answered
    return (JSON.parse(answer.toString()) as { result: unknown }).result
  }
  // Twice, because buffers are released after their objects.
  await send('HeapProfiler.collectGarbage')
  await send('HeapProfiler.collectGarbage')
  const expression = '[process.pid, process.memoryUsage().heapUsed + process.memoryUsage().external]'
  const found = (await send('Runtime.evaluate', { expression, returnByValue: true })) as {
    result: { value: [pid: number, bytes: number] }
  }
  socket.close()
  await once(socket, 'close')
  const [foundPid, bytes] = found.result.value
  if (foundPid !== pid) throw new Error('another process listens for a debugger on port 9229')
  return bytes
}

async function debuggerUrl(): Promise<string> {
  const end = performance.now() + DEBUGGER_LIMIT_MS
  for (;;) {
    const response = await fetch(DEBUGGER).catch(() => null)
    if (response?.ok) {
      const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]
      if (target) return target.webSocketDebuggerUrl
    }
    if (performance.now() > end) throw new Error('the RTMP process does not open its debugger')
    await wait(50)
  }
}
