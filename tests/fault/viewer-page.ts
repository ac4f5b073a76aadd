import { proxy, transfer } from 'comlink'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { PumpPlatform } from '#state/feed/feed-pump.ts'
import { createStorage } from '#transport/storage.ts'
import type { PagePlatform } from '#transport/page-platform.ts'
import { mortalWorker } from '#tests/support/mortal-transport.ts'

const FRAME_MS = 16

/** The platform of a viewer's page: worker, network state, visibility and clock are controlled by the test. */
export class ViewerPage {
  isOnline = true
  isVisible = true
  /** Error of the device clock in milliseconds. */
  clockOffMs = 0
  private ids = 0
  private kill = (): void => undefined
  private readonly listeners = new Set<() => void>()
  private readonly values = new Map<string, string>()

  readonly platform: PagePlatform = {
    spawn: () => {
      const line = mortalWorker(() => this.now())
      this.kill = () => line.kill()
      return line
    },
    isVisible: () => this.isVisible,
    isOnline: () => this.isOnline,
    onPageState: (listener) => void this.listeners.add(listener),
    now: () => this.now(),
    setTimer(task, delayMs) {
      const timer = setTimeout(task, delayMs)
      return () => clearTimeout(timer)
    },
    randomId: (characters) => {
      this.ids += 1
      return `${this.name}${this.ids}`.padStart(characters, 'k').slice(-characters)
    },
    transferPort: (port) => transfer(port, [port]),
    proxy: (value) => proxy(value),
  }

  readonly pump: PumpPlatform = {
    requestFrame: (task) => setTimeout(task, FRAME_MS) as unknown as number,
    cancelFrame: (handle) => clearTimeout(handle),
    setTimer: (task, delayMs) => setTimeout(task, delayMs),
    clearTimer: (timer) => clearTimeout(timer),
    isHidden: () => !this.isVisible,
    onVisibility: (listener) => {
      this.listeners.add(listener)
      return () => void this.listeners.delete(listener)
    },
    flush: (task) => task(),
    afterFrame: (task) => task(),
    onInput: () => () => undefined,
    now: () => performance.now(),
  }

  constructor(private readonly name: string) {}

  storage(): StorageAdapter {
    const place = {
      getItem: (key: string) => this.values.get(key) ?? null,
      setItem: (key: string, value: string) => void this.values.set(key, value),
      removeItem: (key: string) => void this.values.delete(key),
    }
    return createStorage({ session: place, local: place, cookies: null, isSecure: false, now: () => this.now() })
  }

  /** Kills the worker without notice. */
  killWorker(): void {
    this.kill()
  }

  /** Dispatches a change of the state; nothing if it is unchanged. */
  become(state: { isOnline?: boolean; isVisible?: boolean }): void {
    const { isOnline = this.isOnline, isVisible = this.isVisible } = state
    if (isOnline === this.isOnline && isVisible === this.isVisible) return
    this.isOnline = isOnline
    this.isVisible = isVisible
    for (const listener of this.listeners) listener()
  }

  private now(): number {
    return Date.now() + this.clockOffMs
  }
}
