import { readInvite } from '#protocol/rules/member/invite.ts'
import { whenRested } from '#lib/browser/when-rested.ts'
import { startState } from '#state/start.ts'
import { saveInviteCodes } from '#transport/client.ts'
import { preloadOverlays } from '#ui/overlay/overlays.ts'
import { currentSkin, wearSkin } from '#ui/skin.ts'
import { watchInstallOffer } from '#features/install/install-offer.ts'
import { DEFAULT_LANGUAGE } from '#protocol/language.ts'
import { setTranslations } from '#messages/catalogue.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { storedLanguage, storeLanguage } from '#state/site/language.ts'
import { isSiteConfigLoadedAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 10_000
/** Latest time to register the service worker on a busy page. */
const CACHE_SHELL_AT_LATEST_MS = 10_000

/**
 * Sets the theme colour, stores the install offer and the invitation in the URL (Annex F), then starts transport and
 * state. Retries with growing pauses, and at once when the network returns. Screens do not wait for it; their calls
 * report their own errors.
 */
export async function startApp(): Promise<void> {
  wearSkin(currentSkin())
  watchInstallOffer()
  const invite = readInvite(location.search)
  if (invite) void saveInviteCodes(invite)
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, LAST_RETRY_MS)) {
    const report = await startState()
    if (report.ok) {
      // Hook for tests and diagnosis (docs/protocol.md section 15).
      document.documentElement.dataset['crypto'] = report.data.cryptoBackend
      preloadOverlays()
      whenRested(() => void cacheAppShell(), CACHE_SHELL_AT_LATEST_MS)
      return
    }
    await pauseOrOnline(pause)
  }
}

/** Optional: without it only offline use is missing. */
function cacheAppShell(): Promise<void> {
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

/** Time that the first screen waits for the site configuration if another language was chosen. */
const PATIENCE_MS = 5_000

/**
 * Resolves when the interface may be rendered. Waits only if English was chosen. English is loaded only if the site has
 * `multiLanguageEntrance` enabled (S1.5); otherwise the choice is removed. Chinese is used while the site does not
 * respond.
 */
export async function startLanguage(): Promise<void> {
  if (storedLanguage() === DEFAULT_LANGUAGE || !(await isConfigHere())) return
  if (!store.get(entrancesAtom).languageSwitch) return void storeLanguage(DEFAULT_LANGUAGE)
  const english = await import('#messages/english.ts').catch(() => null)
  if (english === null) return
  setTranslations(english.ENGLISH)
  document.documentElement.lang = 'en'
}

function isConfigHere(): Promise<boolean> {
  if (store.get(isSiteConfigLoadedAtom)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (isHere: boolean) => {
      window.clearTimeout(timer)
      stop()
      resolve(isHere)
    }
    const timer = window.setTimeout(() => end(false), PATIENCE_MS)
    const stop = store.sub(isSiteConfigLoadedAtom, () => end(true))
  })
}
