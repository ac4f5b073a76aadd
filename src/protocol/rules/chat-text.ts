import { CHAT_TEXT_MAX_CHARACTERS } from '../constants.ts'

/*
 * What a text shows. The classes are properties of the Unicode database of the runtime, so that code points of later
 * versions follow. Used for all texts that others see: messages, names, notes, content of the console.
 */

/** Format characters with a glyph (Prepended_Concatenation_Mark, which JavaScript does not know): Arabic number signs. */
const SHOWN_FORMAT = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}'
/** Code points without a glyph: format and control characters, fillers, variation selectors, halves of characters. */
const INVISIBLE = `(?![${SHOWN_FORMAT}])[\\p{Default_Ignorable_Code_Point}\\p{Format}\\p{Control}\\p{Zl}\\p{Zp}\\p{Surrogate}\\p{Noncharacter_Code_Point}]`
/** Symbols whose glyph is blank: no property names them. U+FFFC has no glyph in browsers. */
const BLANK_SYMBOLS = '\\u2800\\ufffc\\u{1d159}'
/** Code points whose glyph is blank. */
const BLANK = `[\\p{White_Space}${BLANK_SYMBOLS}]`

/** An emoji with its presentation and skin tone. */
const EMOJI = '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?\\p{Emoji_Modifier}?'
/** Scripts whose spelling uses joiners: Persian می‌خواهم, Sinhala ශ්‍රී. */
const JOINING = (
  'Arabic Syriac Mongolian Nko Mandaic Adlam Hanifi_Rohingya Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu ' +
  'Kannada Malayalam Sinhala Khmer Myanmar'
).replaceAll(/\w+ ?/g, (script) => `\\p{Script=${script.trim()}}`)
/** Scripts with standardized variants of letters. */
const VARYING = '\\p{Script=Han}\\p{Script=Mongolian}\\p{Script=Myanmar}\\p{Script=Phags_Pa}'
/** Sequences whose invisible code points belong to the visible character. */
const SEQUENCES = [
  // A flag of a subdivision, for example Scotland.
  '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
  `${EMOJI}(?:\\u200d${EMOJI})*`,
  // Keycaps.
  '[0-9#*]\\ufe0f(?=\\u20e3)',
  `(?=\\p{Letter})[${VARYING}]\\p{Variation_Selector}`,
  `(?=\\p{Letter})[${JOINING}](?:(?!\\p{Default_Ignorable_Code_Point})\\p{Mark})*[\\u200c\\u200d]`,
].join('|')

const HAS_INVISIBLE = new RegExp(INVISIBLE, 'u')
const SEQUENCE_OR_INVISIBLE = new RegExp(`(${SEQUENCES})|${INVISIBLE}`, 'gu')
const WHITE_SPACE = /\p{White_Space}/u
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u
const HAS_GLYPH = new RegExp(`(?!${BLANK}|${INVISIBLE})[^\\p{Mark}]`, 'u')
const INVISIBLE_OR_BLANK = new RegExp(`${INVISIBLE}|${BLANK}`, 'gu')

/** More than three combining marks on one letter. No script needs them, and they cover neighboring lines. */
const EXCESS_MARKS = /(\p{Mark}{3})\p{Mark}+/gu

/** True if a reader sees something: not only blanks, invisible characters and marks without a letter. */
export function isVisible(text: string): boolean {
  return HAS_GLYPH.test(text)
}

/**
 * Removes what has no glyph, except where it belongs to the spelling: joined emoji, presentation and flags of emoji,
 * joiners in scripts that use them, variants of letters. Line breaks and tabs become `space`.
 */
export function removeInvisible(text: string, space = ' '): string {
  if (!HAS_INVISIBLE.test(text)) return text
  return text.replace(
    SEQUENCE_OR_INVISIBLE,
    (character, sequence?: string) => sequence ?? (WHITE_SPACE.test(character) ? space : ''),
  )
}

/** Normalizes a text: one line, no invisible characters, no excess marks, single spaces. '' if it shows nothing. */
export function cleanChatText(text: string): string {
  const clean = removeInvisible(text).normalize('NFC').replace(EXCESS_MARKS, '$1').replace(/\s+/gu, ' ').trim()
  return isVisible(clean) ? clean : ''
}

/** Normalizes a text of several lines like {@link cleanChatText}, each line by itself. */
export function cleanLines(text: string): string {
  return text.split(LINE_BREAK).map(cleanChatText).join('\n').trim()
}

/** Two texts with the same form look the same to a reader, apart from blanks. For comparisons only. */
export function visibleForm(text: string): string {
  return text.replace(INVISIBLE_OR_BLANK, '')
}

/** Length in code points. */
export function chatTextLength(text: string): number {
  return Array.from(text).length
}

/** The problem of a cleaned text, or null. */
export function chatTextProblem(text: string): 'empty' | 'too-long' | null {
  if (text === '') return 'empty'
  return chatTextLength(text) > CHAT_TEXT_MAX_CHARACTERS ? 'too-long' : null
}

/**
 * S5.22: the rule's message if a required text shows nothing or is longer than `max` characters, else null. Surrounding spaces
 * do not count.
 */
export function requiredTextProblem(text: string, max: number, message: string): string | null {
  const given = text.trim()
  // One character takes at most two code units, so longer texts need no count.
  return !isVisible(given) || given.length > max * 2 || Array.from(given).length > max ? message : null
}
