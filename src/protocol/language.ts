/** The languages that there is a catalogue for. Chinese is the interface; English is switched off (S1.5). */
export const LANGUAGES = ['zh-CN', 'en-US'] as const
export type Language = (typeof LANGUAGES)[number]
/** S1.6 */
export const DEFAULT_LANGUAGE: Language = 'zh-CN'

export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.some((language) => language === code)
}

/** What is stored as a language, or the default one: storage holds whatever somebody has put there. */
export function readLanguage(stored: unknown): Language {
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE
}
