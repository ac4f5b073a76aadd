/** S9.21: the title turns by one character this often. */
export const TITLE_TURN_MS = 300
/** S9.22, S9.23: shorter titles stand still; Safari shows more of a title before it cuts. */
const LEAST_CHARACTERS = 15
const LEAST_CHARACTERS_SAFARI = 28
/** Between the end of a title and its beginning. */
const GAP = '　'

/**
 * Latin letters, signs and punctuation, kana and Chinese characters: none of them joins another, so each is a character
 * of its own (tests/ui/title-scroller.test.ts holds that against the browser's own rules).
 */
export const SIMPLE =
  /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u017F\u2010-\u2027\u2030-\u205E\u3000-\u3029\u3041-\u3096\u309D-\u30FF\u3400-\u9FFF\uFF01-\uFF60]*$/

let characters: Intl.Segmenter | undefined

/** A title as a reader counts it: a flag, an emoji or a letter with its accents is one. */
export function charactersOf(title: string): readonly string[] {
  if (SIMPLE.test(title)) return title.split('')
  // Made when it is needed: the browser reads its tables for that, some 20 ms of a fast processor.
  characters ??= new Intl.Segmenter('zh-CN', { granularity: 'grapheme' })
  return Array.from(characters.segment(title), ({ segment }) => segment)
}

/** Safari on every system; other browsers there say Chrome, CriOS, FxiOS or Edg besides. */
export function isSafari(userAgent: string): boolean {
  return /Safari\//.test(userAgent) && !/Chrom|Android|CriOS|FxiOS|Edg/.test(userAgent)
}

/** Whether a title is long enough to turn (S9.22, S9.23). */
export function isTurning(title: string, onSafari: boolean): boolean {
  const least = onSafari ? LEAST_CHARACTERS_SAFARI : LEAST_CHARACTERS
  // A character is one unit or more.
  return title.length >= least && charactersOf(title).length >= least
}

/** The title after `turns` turns: its beginning follows its end. */
export function turned(title: string, turns: number): string {
  const ring = [...charactersOf(title), GAP]
  const start = turns % ring.length
  return [...ring.slice(start), ...ring.slice(0, start)].join('')
}

/** What the driver needs of a page; the browser's own by default. */
export interface TitlePage {
  title: string
  readonly hidden: boolean
  addEventListener(type: 'visibilitychange', listener: () => void): void
  removeEventListener(type: 'visibilitychange', listener: () => void): void
}

export interface TitleOptions {
  readonly onSafari: boolean
  /** The viewer asks for less motion: the title stands still. */
  readonly isCalm: boolean
}

/**
 * S2.20: names the browser tab, and lets a long name run through it until the returned function is called, which restores
 * it. A hidden tab pauses, with the name as it is written: that is what one looks for among many tabs.
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
