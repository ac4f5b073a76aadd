/** Overrides of direction and characters without width, by which a text poses as another. Joiners of emoji stay. */
const DECEPTIVE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu
/** A joiner anywhere but between two pictures. */
const STRAY_JOINER = /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|\u200d(?!\p{Extended_Pictographic})|\u200c/gu
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu // oxlint-disable-line no-control-regex

/** A text of the newsroom as it is shown: markup stays visible text, what cannot be seen goes, lines are trimmed. */
export function plainText(text: string): string {
  return text.replace(CONTROL, '').replace(DECEPTIVE, '').replace(STRAY_JOINER, '').trim()
}

/** Paragraphs that have something to read; a paragraph with line breaks is several. */
export function plainParagraphs(paragraphs: readonly string[]): string[] {
  return paragraphs
    .flatMap((paragraph) => paragraph.split(/\r\n?|\n/))
    .map(plainText)
    .filter((paragraph) => paragraph !== '')
}
