import { vi } from 'vitest'

/** Shortest limit of `vi.waitFor` and `vi.waitUntil` (ms). Their default of 1 s fails on a busy machine and is no option. */
const MIN_WAIT_MS = 30_000

type Options = number | { readonly timeout?: number; readonly interval?: number }
type WaitFor = typeof vi.waitFor & { readonly isPatched?: boolean }

function withMinTimeout(options: Options = {}): { timeout: number; interval?: number } {
  const { timeout = 0, ...rest } = typeof options === 'number' ? { timeout: options } : options
  return { ...rest, timeout: Math.max(timeout, MIN_WAIT_MS) }
}

const { waitFor, waitUntil }: { waitFor: WaitFor; waitUntil: typeof vi.waitUntil } = vi
// Test files that run in one process share `vi`.
if (!waitFor.isPatched) {
  const patched: typeof vi.waitFor = (check, options) => waitFor(check, withMinTimeout(options))
  vi.waitFor = Object.assign(patched, { isPatched: true })
  vi.waitUntil = (check, options) => waitUntil(check, withMinTimeout(options))
}
