import { isolated } from './bidi.ts'

/** Placeholder names in a message: `'{count} 条'` → `'count'`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

type Values<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Record<NamesIn<Text>, string | number>]

export type Catalogue = Readonly<Record<string, string>>

/** Returns the message of a key with its values; the compiler requires exactly the values that the message names. */
export type Translate<Messages extends Catalogue> = <Key extends keyof Messages & string>(
  key: Key,
  ...values: Values<Messages[Key]>
) => string

/** Translated catalogues by file name; empty for Chinese. */
type Translations = Readonly<Record<string, Readonly<Record<string, unknown>>>>
let translations: Translations = {}

/** Selects another language. Rendered text does not change, so call it before the first render (S1.5). */
export function setTranslations(other: Translations): void {
  translations = other
}

/**
 * The message of a key in the current language with its values; Chinese if there is no translation.
 * `{count|message|messages}` selects the singular if `count` is 1. A value in Arabic or Hebrew has its own direction.
 */
function formatMessage(
  file: string,
  messages: Catalogue,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const other = translations[file]?.[key]
  const text = typeof other === 'string' ? other : (messages[key] ?? '')
  return text.replace(/\{(\w+)(?:\|(.*?)\|(.*?))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = String(values[name] ?? whole)
    return (value === '1' ? one : many) ?? isolated(value)
  })
}

/**
 * Creates the function that returns the messages of a catalogue: `const roomText = createTranslator('room', roomMessages)`.
 * `file` is the file name of the catalogue.
 */
export function createTranslator<Messages extends Catalogue>(file: string, messages: Messages): Translate<Messages> {
  return (key, ...values) => formatMessage(file, messages, key, values[0])
}
