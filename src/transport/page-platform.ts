import type { WorkerApi } from '#protocol/worker/api.ts'

/** One running transport worker as the page holds it; `end` stops it at once, whatever it is doing. */
export interface WorkerHandle {
  readonly api: WorkerApi<MessagePort>
  /** Called when the worker could not be loaded; a hanging worker is found by the ping instead. */
  onBroken(listener: () => void): void
  end(): void
}

/** Everything the transport client takes from the page, injected so that tests run it without one. */
export interface PagePlatform {
  spawn(): WorkerHandle
  isVisible(): boolean
  isOnline(): boolean
  /** Calls back on every change of visibility or network state. */
  onPageState(listener: () => void): void
  /** Epoch milliseconds. */
  now(): number
  /** Runs `task` after `delayMs`; the returned function cancels it. */
  setTimer(task: () => void, delayMs: number): () => void
  /** Random base64url text of `characters` characters, for call ids and idempotency keys. */
  randomId(characters: number): string
  /** Marks what crosses the thread border by reference: a port is moved, an object of functions is proxied. */
  transferPort(port: MessagePort): MessagePort
  proxy<Value extends object>(value: Value): Value
}
