/** Placeholder names in a message: `'{count} 条'` → `'count'`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

type Values<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Record<NamesIn<Text>, string | number>]

export type Catalogue = Readonly<Record<string, string>>

/** Returns the message of a key with its values; the compiler requires exactly the values that the message names. */
export type Say<Texts extends Catalogue> = <Key extends keyof Texts & string>(
  key: Key,
  ...values: Values<Texts[Key]>
) => string

/** Translated catalogues by file name; empty for Chinese. */
type Translations = Readonly<Record<string, Readonly<Record<string, unknown>>>>
let translations: Translations = {}

/** Catalogues that are read as objects, original and current, by file name. */
const readOnes = new Map<string, { readonly written: object; readonly read: object }>()

/** Selects another language. Rendered text does not change, so call it before the first render (S1.5). */
export function speak(other: Translations): void {
  translations = other
  for (const [file, { written, read }] of readOnes) Object.assign(read, written, other[file])
}

/**
 * The message of a key in the current language with its values; Chinese if there is no translation.
 * `{count|message|messages}` selects the singular if `count` is 1.
 */
export function textIn(
  file: string,
  texts: Catalogue,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const other = translations[file]?.[key]
  const text = typeof other === 'string' ? other : (texts[key] ?? '')
  return text.replace(/\{(\w+)(?:\|(.*?)\|(.*?))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = String(values[name] ?? whole)
    return (value === '1' ? one : many) ?? value
  })
}

/** A catalogue read as an object; follows the current language. */
export function spoken<Texts extends object>(file: string, texts: Texts): Texts {
  const read = { ...texts, ...translations[file] }
  readOnes.set(file, { written: texts, read })
  return read
}

/**
 * Creates the function of a catalogue: `const ot = sayer(outcomeText, 'outcome')`, with the file name of the catalogue.
 */
export function sayer<Texts extends Catalogue>(texts: Texts, file: string): Say<Texts> {
  return (key, ...values) => textIn(file, texts, key, values[0])
}
