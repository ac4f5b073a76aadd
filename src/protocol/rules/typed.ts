/*
 * What a field shows for what was typed or pasted. Fields call these readers after an input, and not during the
 * composition of an input method.
 */

/** The text of a field with the position of its caret. */
export interface CaretText {
  readonly text: string
  readonly caret: number
}

/** The text of a field after an input. `before` is the text before the input. */
export type FieldReader = (typed: CaretText, before: string) => CaretText

/**
 * A reader for fields from one for texts. The caret stays behind what was read of the text before it. If `read` returns
 * null, the input is refused and the field keeps its text.
 */
export function fieldReader(read: (text: string) => string | null): FieldReader {
  return (typed, before) => {
    const text = read(typed.text)
    if (text === typed.text) return typed
    if (text === null) {
      const caret = typed.caret - typed.text.length + before.length
      return { text: before, caret: Math.min(Math.max(0, caret), before.length) }
    }
    const head = read(typed.text.slice(0, typed.caret))
    return { text, caret: Math.min(head?.length ?? text.length, text.length) }
  }
}

/** The text with ASCII characters for full-width ones: `１２．５ ￥` → `12.5 ¥`. */
export function halfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E\u3000\uFFE5]/g, (character) => {
    if (character === '\u3000') return ' '
    return character === '\uFFE5' ? '¥' : String.fromCodePoint((character.codePointAt(0) ?? 0) - 0xfee0)
  })
}

/** The digits of a text, full-width ones too. */
export function digitsOf(text: string): string {
  return halfWidth(text).replace(/\D/g, '')
}

/** For codes: other characters than digits are dropped, also those of a pasted sentence. */
export const digitsTyped = (max: number): FieldReader => fieldReader((text) => digitsOf(text).slice(0, max))

const DASHES = /[\u2010-\u2015\u2212]/g

/** For fields that check what was typed: only full-width characters, dashes and white space change. */
export const halfWidthTyped = (max: number): FieldReader =>
  fieldReader((text) => halfWidth(text).replace(DASHES, '-').replace(/\s/g, '').slice(0, max))
