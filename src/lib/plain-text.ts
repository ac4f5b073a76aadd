/** Bidi overrides and zero-width characters, which can disguise a text. Emoji joiners are allowed. */
const DECEPTIVE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu
/** A joiner that is not between two pictographs. */
const STRAY_JOINER = /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|\u200d(?!\p{Extended_Pictographic})|\u200c/gu
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu // oxlint-disable-line no-control-regex

/** Normalizes a text: markup stays visible, invisible characters are removed, lines are trimmed. */
export function plainText(text: string): string {
  return text.replace(CONTROL, '').replace(DECEPTIVE, '').replace(STRAY_JOINER, '').trim()
}

/** Non-empty paragraphs; line breaks split a paragraph. */
export function plainParagraphs(paragraphs: readonly string[]): string[] {
  return paragraphs
    .flatMap((paragraph) => paragraph.split(/\r\n?|\n/))
    .map(plainText)
    .filter((paragraph) => paragraph !== '')
}
