import type { WorkerApi } from '#protocol/worker/api.ts'

/** One running transport worker. */
export interface WorkerHandle {
  readonly api: WorkerApi<MessagePort>
  /** Calls back if the worker script could not be loaded. A worker that hangs is found by the ping instead. */
  onBroken(listener: () => void): void
  /** Terminates the worker at once. */
  end(): void
}

/** Functions of the page that the transport client uses. Injected, so that tests run without a page. */
export interface PagePlatform {
  spawn(): WorkerHandle
  isVisible(): boolean
  isOnline(): boolean
  /** Calls back after every change of visibility or network state. */
  onPageState(listener: () => void): void
  /** Epoch milliseconds. */
  now(): number
  /** Runs `task` after `delayMs`. Returns a function that cancels it. */
  setTimer(task: () => void, delayMs: number): () => void
  /** Returns random base64url text for call ids and idempotency keys. */
  randomId(characters: number): string
  /** Marks a port for transfer to the worker. */
  transferPort(port: MessagePort): MessagePort
  /** Marks an object whose functions the worker can call. */
  proxy<Value extends object>(value: Value): Value
}
