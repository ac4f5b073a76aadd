/** The names between braces in a text: `'{count} 条'` → `'count'`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

type Values<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Record<NamesIn<Text>, string | number>]

export type Catalogue = Readonly<Record<string, string>>

/** Says the text of a key with its values put in; the compiler asks for exactly the values that the text names. */
export type Say<Texts extends Catalogue> = <Key extends keyof Texts & string>(
  key: Key,
  ...values: Values<Texts[Key]>
) => string

/** Catalogues of another language by the names of their files; none: the interface is Chinese. */
type Translations = Readonly<Record<string, Readonly<Record<string, unknown>>>>
let translations: Translations = {}

/** Catalogues that are read without a function, as they were written and as they are read, by the names of their files. */
const readOnes = new Map<string, { readonly written: object; readonly read: object }>()

/** Speaks another language from now on. Texts that are drawn already stay: call it before the first render (S1.5). */
export function speak(other: Translations): void {
  translations = other
  for (const [file, { written, read }] of readOnes) Object.assign(read, written, other[file])
}

/**
 * The text of a key in the language that is spoken, with its values. What has no translation is said in Chinese.
 * `{count|message|messages}` is the first word where the value of `count` is 1, and the second where it is not.
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

/** A catalogue that is read without a function; it follows the language that is spoken. */
export function spoken<Texts extends object>(file: string, texts: Texts): Texts {
  const read = { ...texts, ...translations[file] }
  readOnes.set(file, { written: texts, read })
  return read
}

/**
 * The function that says the texts of a catalogue:
 * `const ot: Say<typeof outcomeText> = sayer(outcomeText, 'outcome')`, with the name of the catalogue's file.
 */
export function sayer<Texts extends Catalogue>(texts: Texts, file: string): Say<Texts> {
  return (key, ...values) => textIn(file, texts, key, values[0])
}
