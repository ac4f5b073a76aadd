import type { TransportNotice } from '#protocol/worker/notices.ts'
import { ot } from '#lib/text/outcome.ts'
import type { ToastRequest } from '#ui/toast-manager.ts'
import { LINE_TOAST_ID } from './outcome-rules/said.ts'

const STORAGE_TOAST_MS = 10_000

/** The toast for a transport notice, or null. A toast with the same id is shown once. */
export function noticeToast(notice: TransportNotice): ToastRequest | null {
  switch (notice.type) {
    case 'origin':
      return { text: ot(notice.isFirst ? 'line.first' : 'line.other'), tone: 'info', id: LINE_TOAST_ID }
    case 'storage-failed':
      return { text: ot('storage.failed'), tone: 'warn', id: 'storage', durationMs: STORAGE_TOAST_MS }
    default:
      return null
  }
}
