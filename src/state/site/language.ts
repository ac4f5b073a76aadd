import { type Language, readLanguage } from '#protocol/language.ts'

/** Annex F. The transport sends the stored value as `accept-language`. */
const KEY = 'language'

/** Returns the stored language; the default if storage is forbidden (S1.6). */
export function storedLanguage(): Language {
  try {
    return readLanguage(globalThis.localStorage?.getItem(KEY))
  } catch {
    return readLanguage(null)
  }
}

/** Stores the language for the next page. Returns false if storage is forbidden. */
export function storeLanguage(language: Language): boolean {
  try {
    globalThis.localStorage.setItem(KEY, language)
    return true
  } catch {
    return false
  }
}
