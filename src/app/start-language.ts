import { DEFAULT_LANGUAGE } from '#protocol/language.ts'
import { setTranslations } from '#messages/catalogue.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { storedLanguage, storeLanguage } from '#state/site/language.ts'
import { isSiteConfigLoadedAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'

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
