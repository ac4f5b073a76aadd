import { t } from '#lib/text/t.ts'
import { toast } from './toast-manager.ts'

/**
 * What is said of a part whose code did not come the so many-th time. Many browsers keep in mind for as long as a page
 * lives that a file could not be fetched, and after an update its name is gone: then only a new page gets it.
 */
export function missingText(times: number): string {
  return t(times > 1 && navigator.onLine ? 'part.missingStill' : 'part.missing')
}

/** Says it where there is no place for the part itself. */
export function sayMissing(times: number): void {
  toast({ text: missingText(times), tone: 'warn', id: 'missing' })
}
