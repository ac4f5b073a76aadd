import { CHAT_TEXT_MAX_CHARACTERS } from '../constants.ts'

/** Control characters, bidirectional overrides and invisible joiners that let a text pose as another or break a row. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu // oxlint-disable-line no-control-regex

/** Joins pictures to one: 🤦 and ♂ to a man, three people to a family. */
const JOINER = '\u200d'
const PICTURE_BEFORE = /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*$/u
const PICTURE_AFTER = /^\p{Extended_Pictographic}/u
/** No script needs more marks on one letter; a tower of them covers the lines above and below. */
const TOWERS = /(\p{Mark}{3})\p{Mark}+/gu
/** As many UTF-16 units as a picture with its marks has. */
const NEAR = 16

/** A chat text as it is stored and shown: one line, no invisible characters, no towers of marks, single spaces. */
export function cleanChatText(text: string): string {
  return text
    .replace(INVISIBLE, (mark, at: number) => {
      if (mark === '\n' || mark === '\t') return ' '
      return mark === JOINER && joinsPictures(text, at) ? mark : ''
    })
    .normalize('NFC')
    .replace(TOWERS, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
}

function joinsPictures(text: string, at: number): boolean {
  return PICTURE_BEFORE.test(text.slice(Math.max(0, at - NEAR), at)) && PICTURE_AFTER.test(text.slice(at + 1, at + 3))
}

/** Length as a person counts it: code points. */
export function chatTextLength(text: string): number {
  return Array.from(text).length
}

/** What is wrong with a cleaned text, or null. */
export function chatTextProblem(text: string): 'empty' | 'too-long' | null {
  if (text === '') return 'empty'
  return chatTextLength(text) > CHAT_TEXT_MAX_CHARACTERS ? 'too-long' : null
}
