/** S9.21: interval of moving the title by one character. */
export const TITLE_TURN_MS = 300
/** S9.22, S9.23: shorter titles do not scroll; Safari shows longer titles. */
const LEAST_CHARACTERS = 15
const LEAST_CHARACTERS_SAFARI = 28
/** Between the end and the beginning of a title. */
const GAP = '　'

/**
 * Latin letters, signs, punctuation, kana and Chinese characters never join others, so each is one grapheme
 * (tests/ui/lib/title-scroller.test.ts compares with the browser).
 */
export const SIMPLE =
  /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u017F\u2010-\u2027\u2030-\u205E\u3000-\u3029\u3041-\u3096\u309D-\u30FF\u3400-\u9FFF\uFF01-\uFF60]*$/

let characters: Intl.Segmenter | undefined

/** The graphemes of a title: a flag, an emoji or an accented letter is one. */
export function charactersOf(title: string): readonly string[] {
  if (SIMPLE.test(title)) return title.split('')
  // Created on demand, because it takes about 20 ms.
  characters ??= new Intl.Segmenter('zh-CN', { granularity: 'grapheme' })
  return Array.from(characters.segment(title), ({ segment }) => segment)
}

/** True for Safari on all systems; other browsers there also send Chrome, CriOS, FxiOS or Edg. */
export function isSafari(userAgent: string): boolean {
  return /Safari\//.test(userAgent) && !/Chrom|Android|CriOS|FxiOS|Edg/.test(userAgent)
}

/** True if a title is long enough to scroll (S9.22, S9.23). */
export function isTurning(title: string, onSafari: boolean): boolean {
  const least = onSafari ? LEAST_CHARACTERS_SAFARI : LEAST_CHARACTERS
  // A grapheme has at least one code unit.
  return title.length >= least && charactersOf(title).length >= least
}

/** The title after `turns` steps, rotated. */
export function turned(title: string, turns: number): string {
  const ring = [...charactersOf(title), GAP]
  const start = turns % ring.length
  return [...ring.slice(start), ...ring.slice(0, start)].join('')
}

/** The used parts of a page; the browser by default. */
interface TitlePage {
  title: string
  readonly hidden: boolean
  addEventListener(type: 'visibilitychange', listener: () => void): void
  removeEventListener(type: 'visibilitychange', listener: () => void): void
}

interface TitleOptions {
  readonly onSafari: boolean
  /** Reduced motion: the title does not scroll. */
  readonly isCalm: boolean
}

/**
 * S2.20: sets the document title and scrolls a long one until the returned function is called, which restores it. In a
 * hidden tab the title is complete and does not move.
 */
export function showTitle(page: TitlePage, title: string, { onSafari, isCalm }: TitleOptions): () => void {
  page.title = title
  if (isCalm || !isTurning(title, onSafari)) return () => undefined
  let turns = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const pause = () => {
    clearInterval(timer)
    timer = undefined
    turns = 0
    page.title = title
  }
  const follow = () => {
    if (page.hidden) return pause()
    timer ??= setInterval(() => {
      turns += 1
      page.title = turned(title, turns)
    }, TITLE_TURN_MS)
  }
  page.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    page.removeEventListener('visibilitychange', follow)
    pause()
  }
}
