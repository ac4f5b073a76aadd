import { readInvite } from '#protocol/rules/invite.ts'
import { whenRested } from '#lib/when-rested.ts'
import { startState } from '#state/start.ts'
import { saveInviteCodes } from '#transport/client.ts'
import { preloadOverlays } from '#ui/overlays.ts'
import { currentSkin, wearSkin } from '#ui/skin.ts'
import { watchInstallOffer } from '#features/install/install-offer.ts'

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 10_000
/** A page that never comes to rest is kept for times without a network after this long all the same. */
const KEEP_SHELL_AT_LATEST_MS = 10_000

/**
 * Tells the browser the colour of the skin, keeps its offer to install the site and the invitation that the address
 * carries (Annex F), then starts
 * transport and state, again and again with growing pauses (at once when the network returns) until the server has
 * answered. Screens do not wait for it: their calls say for themselves what went wrong.
 */
export async function startApp(): Promise<void> {
  wearSkin(currentSkin())
  watchInstallOffer()
  const invite = readInvite(location.search)
  if (invite) void saveInviteCodes(invite)
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, LAST_RETRY_MS)) {
    const report = await startState()
    if (report.ok) {
      // A hook for tests and people who wonder (docs/protocol.md section 15).
      document.documentElement.dataset['crypto'] = report.data.cryptoBackend
      preloadOverlays()
      whenRested(() => void keepShell(), KEEP_SHELL_AT_LATEST_MS)
      return
    }
    await pauseOrOnline(pause)
  }
}

/** Nothing of a first screen. Without it everything works, only not without a network. */
function keepShell(): Promise<void> {
  return import('#features/update/register.ts').then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    () => undefined,
  )
}

function pauseOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = window.setTimeout(end, milliseconds)
    window.addEventListener('online', end)
  })
}
