import { type Language, readLanguage } from '#protocol/language.ts'

/** Annex F. The transport sends what stands here as `accept-language`. */
const KEY = 'language'

/** The language that this browser has chosen; the default one where storage is forbidden (S1.6). */
export function storedLanguage(): Language {
  try {
    return readLanguage(globalThis.localStorage?.getItem(KEY))
  } catch {
    return readLanguage(null)
  }
}

/** Keeps the choice for the next page; false when that is not possible. */
export function storeLanguage(language: Language): boolean {
  try {
    globalThis.localStorage.setItem(KEY, language)
    return true
  } catch {
    return false
  }
}
