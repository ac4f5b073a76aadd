import { commonText } from '#messages/zh/common.ts'
import { toast } from './toast-manager.ts'

/**
 * The message for code that failed to load `times` times. Many browsers cache the failure as long as the page lives,
 * and after an update the file no longer exists, so a reload is needed then.
 */
export function missingText(times: number): string {
  return commonText(times > 1 && navigator.onLine ? 'part.missingStill' : 'part.missing')
}

/** Shows the message as a toast. */
export function sayMissing(times: number): void {
  toast({ text: missingText(times), tone: 'warn', id: 'missing' })
}
