import type { ContentBodyOf } from '#protocol/console/content-bodies.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { paragraphsOf } from '#protocol/rules/articles.ts'
import { DAY_MS } from '#protocol/time.ts'
import { scheduledMatch } from '../matches/match-data.ts'
import type { Match } from '../matches/match.ts'
import type { Expert, FoundArticle, NewsArticle, NewsItem, Newsroom, Tip, Tips } from '../matches/newsroom.ts'
import { inOrder } from './shown-content.ts'
import type { SiteContent } from './site-content.ts'

/** S1.24: number of days that success rates cover. */
const RECORD_DAYS = 30
const SETTLED_SHOWN = 20

interface SiteNewsroomSource {
  /** News, tables, schedule and tips of the source of the matches. */
  readonly base: () => Newsroom
  readonly content: Pick<SiteContent, 'current'>
  readonly findMatch: (eid: string) => Match | null
}

/** Adds the news and tips of operators to those of the source of the matches (S1.23, S1.24). */
export function siteNewsroom(source: SiteNewsroomSource): Newsroom {
  const { base, content } = source
  const own = (now: number) => (content.current('news', now) ?? []).map(storedArticle)
  const byDate = (now: number) => [...own(now).map(({ article }) => article), ...base().articles(now)].sort(newestFirst)
  return {
    articles(now) {
      const top = new Set(own(now).flatMap(({ article, isTop }) => (isTop ? [article.id] : [])))
      const all = byDate(now)
      return [...all.filter(({ id }) => top.has(id)), ...all.filter(({ id }) => !top.has(id))]
    },
    find(id, now): FoundArticle | null {
      const article = own(now).find((one) => one.article.id === id)?.article
      const found = article ? { article, match: null, newer: undefined, older: undefined } : base().find(id, now)
      const all = byDate(now)
      const at = all.findIndex((one) => one.id === id)
      // An article that is found and not listed keeps its neighbours.
      return found === null || at < 0 ? found : { ...found, newer: all[at - 1], older: all[at + 1] }
    },
    reportOf: (match, now) => base().reportOf(match, now),
    leagues: () => base().leagues(),
    standings: (league, now) => base().standings(league, now),
    schedule: (day, now) => base().schedule(day, now),
    tips: siteTips(source),
  }
}

type Stored<Kind extends 'news' | 'tip'> = { id: string; start: number; body: ContentBodyOf<Kind> }

function storedArticle({ id, start, body }: Stored<'news'>): { article: NewsArticle; isTop: boolean } {
  const { isTop, text, alt, ...item } = body
  const described = alt === '' ? {} : { alt }
  const article = { id, ...item, ...described, publishedAt: start, paragraphs: paragraphsOf(text) }
  return { article, isTop: isTop === 1 }
}

function newestFirst(one: NewsItem, other: NewsItem): number {
  return other.publishedAt - one.publishedAt || (one.id < other.id ? -1 : 1)
}

/** A tip of operators with its body. */
interface StoredTip {
  readonly tip: Tip
  readonly body: ContentBodyOf<'tip'>
}

function siteTips({ base, content, findMatch }: SiteNewsroomSource): Tips {
  const ownTips = (now: number) => storedTips(content, now)
  const settled = (now: number) => {
    const since = now - RECORD_DAYS * DAY_MS
    return ownTips(now).filter(({ tip }) => tip.result !== 'open' && tip.kickOffAt >= since)
  }
  const experts = (now: number): Expert[] =>
    inOrder(content.current('expert', now) ?? []).map(({ id, body: { name, avatar, intro, beat } }) => {
      const tips = settled(now).filter(({ tip }) => tip.expertId === id)
      const right = tips.filter(({ tip }) => tip.result === 'right').length
      return { id, name, avatar, intro, beat, record: { days: RECORD_DAYS, settled: tips.length, right } }
    })
  return {
    coming(now) {
      const own = ownTips(now).flatMap(({ tip }) => (tip.kickOffAt > now ? [tip] : []))
      return [...own, ...base().tips.coming(now)].sort((one, other) => one.kickOffAt - other.kickOffAt)
    },
    ofMatch: (eid) => base().tips.ofMatch(eid),
    settled: (now) => [...settled(now).map(({ tip }) => tip), ...base().tips.settled(now)].sort(latestFirst),
    find(id, now) {
      const found = ownTips(now).find(({ tip }) => tip.id === id)
      if (!found) return base().tips.find(id, now)
      const { tip, body } = found
      const match = body.eid === '' ? null : findMatch(body.eid)
      // A room without teams has no score.
      const shown = match === null || match.fixture.kind === 'anchor' ? null : scheduledMatch(match)
      return { tip: { ...tip, paragraphs: paragraphsOf(body.text) }, match: shown }
    },
    experts: (now) => [...experts(now), ...base().tips.experts(now)],
    expert(id, now): DataOf<'tips.expert'> | null {
      const expert = experts(now).find((one) => one.id === id)
      if (!expert) return base().tips.expert(id, now)
      const open = ownTips(now).filter(({ tip }) => tip.result === 'open')
      const own = (tips: readonly StoredTip[]) => tips.map(({ tip }) => tip).filter(({ expertId }) => expertId === id)
      const shown = own(settled(now)).sort(latestFirst).slice(0, SETTLED_SHOWN)
      return { ...expert, tips: [...own(open), ...shown].sort(latestFirst) }
    },
  }
}

const latestFirst = (one: Tip, other: Tip): number => other.kickOffAt - one.kickOffAt

/** Tips whose expert is shown too. */
function storedTips(content: Pick<SiteContent, 'current'>, now: number): StoredTip[] {
  const experts = new Map((content.current('expert', now) ?? []).map(({ id, body }) => [id, body]))
  return (content.current('tip', now) ?? []).flatMap(({ id, body }) => {
    const expert = experts.get(body.expertId)
    if (!expert) return []
    const { expertId, matchTitle, league, title, pick, result, kickOffAt } = body
    const author = { expertId, expertName: expert.name, expertAvatar: expert.avatar }
    return [{ tip: { id, ...author, matchTitle, league, title, pick, result, kickOffAt }, body }]
  })
}
