import { CHAT_TEXT_MAX_CHARACTERS } from '../constants.ts'

/** Control characters, bidirectional overrides and invisible joiners that let a text pose as another or break a row. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu // oxlint-disable-line no-control-regex

/** A chat text as it is stored and shown: one line, no invisible characters, single spaces. */
export function cleanChatText(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, (mark) => (mark === '\n' || mark === '\t' ? ' ' : ''))
    .replace(/\s+/gu, ' ')
    .trim()
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
