import { DEFAULT_LANGUAGE } from '#protocol/language.ts'
import { speak } from '#lib/text/catalogue.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { storedLanguage, storeLanguage } from '#state/site/language.ts'
import { isSiteConfigLoadedAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'

/** How long the first screen waits for the site to say whether another language may be shown. */
const PATIENCE_MS = 5_000

/**
 * Resolves when the interface may be drawn. Whoever has not chosen English waits for nothing. English is loaded only
 * where the site has `multiLanguageEntrance` on (S1.5); elsewhere the choice is forgotten, and while the site does not
 * answer the page is Chinese.
 */
export async function startLanguage(): Promise<void> {
  if (storedLanguage() === DEFAULT_LANGUAGE || !(await isConfigHere())) return
  if (!store.get(entrancesAtom).languageSwitch) return void storeLanguage(DEFAULT_LANGUAGE)
  const english = await import('#lib/text/english/english.ts').catch(() => null)
  if (english === null) return
  speak(english.ENGLISH)
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
