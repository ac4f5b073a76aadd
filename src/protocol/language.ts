/** Languages with a message catalog. Chinese is the interface language, English is disabled (S1.5). */
const LANGUAGES = ['zh-CN', 'en-US'] as const
export type Language = (typeof LANGUAGES)[number]
/** S1.6 */
export const DEFAULT_LANGUAGE: Language = 'zh-CN'

export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.some((language) => language === code)
}

/** The stored language, or the default if the stored value is invalid. */
export function readLanguage(stored: unknown): Language {
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE
}
