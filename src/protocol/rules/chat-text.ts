import { CHAT_TEXT_MAX_CHARACTERS } from '../constants.ts'

/** Control characters, bidirectional overrides and invisible joiners, which can fake other texts or break the layout. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu // oxlint-disable-line no-control-regex

/** Zero-width joiner, which combines emoji, for example 🤦 and ♂. */
const JOINER = '\u200d'
const EMOJI_BEFORE = /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*$/u
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u
/** More than three combining marks on one letter. No script needs them, and they cover neighboring lines. */
const EXCESS_MARKS = /(\p{Mark}{3})\p{Mark}+/gu
/** Maximum length of an emoji with its modifiers, in UTF-16 units. */
const EMOJI_MAX_UNITS = 16

/** Normalizes a chat text: one line, no invisible characters, no excess marks, single spaces. */
export function cleanChatText(text: string): string {
  return text
    .replace(INVISIBLE, (character, at: number) => {
      if (character === '\n' || character === '\t') return ' '
      return character === JOINER && joinsEmoji(text, at) ? character : ''
    })
    .normalize('NFC')
    .replace(EXCESS_MARKS, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
}

function joinsEmoji(text: string, at: number): boolean {
  return (
    EMOJI_BEFORE.test(text.slice(Math.max(0, at - EMOJI_MAX_UNITS), at)) && EMOJI_AFTER.test(text.slice(at + 1, at + 3))
  )
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
