import { vi } from 'vitest'

/**
 * A machine with both cores taken is slow, not wrong. `expect.poll` and `expect.element` have their limit in
 * vitest.config.ts; `vi.waitFor` and `vi.waitUntil` know no setting and give up after a second. Here nothing that is awaited
 * is given up sooner than after this long, whatever a test says.
 */
const LEAST_LIMIT_MS = 30_000

type Limit = number | { readonly timeout?: number; readonly interval?: number }
type Wait = typeof vi.waitFor & { readonly isPatient?: boolean }

function patient(options?: Limit): { timeout: number; interval?: number } {
  const { timeout = 0, ...more } = typeof options === 'number' ? { timeout: options } : (options ?? {})
  return { ...more, timeout: Math.max(timeout, LEAST_LIMIT_MS) }
}

const { waitFor, waitUntil }: { waitFor: Wait; waitUntil: typeof vi.waitUntil } = vi
// Files that share a process share `vi`: it is made patient once.
if (!waitFor.isPatient) {
  vi.waitFor = Object.assign(((check, options) => waitFor(check, patient(options))) satisfies typeof vi.waitFor, {
    isPatient: true,
  })
  vi.waitUntil = (check, options) => waitUntil(check, patient(options))
}
