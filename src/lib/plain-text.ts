import { isVisible, removeInvisible } from '#protocol/rules/chat-text.ts'

/** Normalizes a text: markup stays visible, invisible characters are removed, lines are trimmed. '' if nothing is seen. */
export function plainText(text: string): string {
  const plain = removeInvisible(text).trim()
  return isVisible(plain) ? plain : ''
}

/** Non-empty paragraphs; line breaks split a paragraph. */
export function plainParagraphs(paragraphs: readonly string[]): string[] {
  return paragraphs
    .flatMap((paragraph) => paragraph.split(/\r\n?|\n/))
    .map(plainText)
    .filter((paragraph) => paragraph !== '')
}
