const AFTER_HAN = /(\p{Script=Han})([A-Za-z\d])/gu
const BEFORE_HAN = /([A-Za-z\d])(\p{Script=Han})/gu

/** A space between Chinese and Latin writing, as everywhere on the site: names of players come in both. */
export function spaced(text: string): string {
  return text.replace(AFTER_HAN, '$1 $2').replace(BEFORE_HAN, '$1 $2')
}
