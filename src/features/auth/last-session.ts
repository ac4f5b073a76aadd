import type { SignInReport } from '#protocol/worker/api.ts'
import { formatKickoff } from '#lib/format.ts'
import { authText } from '#messages/zh/auth.ts'
import { serverNow } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

const SHOWN_MS = 8_000

/** Annex I: shows when and where the member signed in before. `onNotMe` opens the security centre. */
export function showLastSession({ lastSession }: SignInReport, onNotMe: () => void): void {
  if (lastSession === null) return
  const { time, device, ip } = lastSession
  const place = [device, ip].filter((part) => part !== '').join(' · ')
  toast({
    text: authText('auth.lastTime', { time: formatKickoff(time, serverNow()), place }),
    tone: 'info',
    id: 'last-session',
    durationMs: SHOWN_MS,
    action: { label: authText('auth.lastNotMe'), onPress: onNotMe },
  })
}
