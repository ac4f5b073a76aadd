import { atom } from 'jotai/vanilla'
import { store } from '#state/store.ts'

/** The event by which Chromium offers to ask; TypeScript's DOM does not know it. */
export interface InstallOffer extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** The offer of the browser, kept until it is used: each asks once. */
export const installOfferAtom = atom<InstallOffer | null>(null)
/** Installed while this page is open. */
export const installedAtom = atom(false)

/**
 * Keeps the offer instead of letting the browser lay its own bar over the page; it comes once, early, and whenever the
 * browser would ask again. Returns the function that ends it.
 */
export function watchInstallOffer(): () => void {
  const keep = (event: Event) => {
    event.preventDefault()
    if (isOffer(event)) store.set(installOfferAtom, event)
  }
  const end = () => {
    store.set(installOfferAtom, null)
    store.set(installedAtom, true)
  }
  window.addEventListener('beforeinstallprompt', keep)
  window.addEventListener('appinstalled', end)
  return () => {
    window.removeEventListener('beforeinstallprompt', keep)
    window.removeEventListener('appinstalled', end)
  }
}

/** Lets the browser ask. It says by `appinstalled` when it was done; whoever declined is not asked again by this offer. */
export async function askToInstall(): Promise<void> {
  const offer = store.get(installOfferAtom)
  store.set(installOfferAtom, null)
  await offer?.prompt().catch(() => undefined)
}

function isOffer(event: Event): event is InstallOffer {
  return 'prompt' in event && typeof event.prompt === 'function'
}
