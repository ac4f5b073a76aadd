import { atom } from 'jotai/vanilla'
import { store } from '#state/store.ts'

/** The `beforeinstallprompt` event of Chromium, which TypeScript's DOM library lacks. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** The unused offer of the browser. Each offer can prompt once. */
export const installOfferAtom = atom<InstallOffer | null>(null)
/** Installed while this page is open. */
export const installedAtom = atom(false)

/**
 * Stores the offer instead of letting the browser show its own bar. The event fires early and whenever the browser
 * would prompt again. Returns the function that stops listening.
 */
export function watchInstallOffer(): () => void {
  const storeOffer = (event: Event) => {
    event.preventDefault()
    if (isOffer(event)) store.set(installOfferAtom, event)
  }
  const end = () => {
    store.set(installOfferAtom, null)
    store.set(installedAtom, true)
  }
  window.addEventListener('beforeinstallprompt', storeOffer)
  window.addEventListener('appinstalled', end)
  return () => {
    window.removeEventListener('beforeinstallprompt', storeOffer)
    window.removeEventListener('appinstalled', end)
  }
}

/** Shows the browser's prompt. `appinstalled` reports success. A declined offer does not prompt again. */
export async function promptInstall(): Promise<void> {
  const offer = store.get(installOfferAtom)
  store.set(installOfferAtom, null)
  await offer?.prompt().catch(() => undefined)
}

function isOffer(event: Event): event is InstallOffer {
  return 'prompt' in event && typeof event.prompt === 'function'
}
