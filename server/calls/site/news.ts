import { dayOfDate } from '#protocol/time.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import type { NewsItem, Newsroom, Tip } from '../../matches/newsroom.ts'

type NewsCalls = Pick<Handlers, Extract<keyof Handlers, `news.${string}` | `soccer.${string}` | `tips.${string}`>>

const PAGE_SIZE = 10

/** News, tables, schedule and tips (S1.23, S1.24, S7.15, Annex D.7), the same for everybody. */
export function newsCalls({ newsroom }: { readonly newsroom: Newsroom }): NewsCalls {
  const notFound = failureOf(CODES.NOT_FOUND)
  return {
    'news.list': async ({ category, pageNum }, { now }) => {
      const all = newsroom.articles(now).filter((article) => category === 'all' || article.category === category)
      return success(pageOf(all.map(articleItem), pageNum))
    },
    'news.detail': async ({ id }, { now }) => {
      const found = newsroom.find(id, now)
      if (!found) return notFound
      const { article, match, newer, older } = found
      return success({
        ...articleItem(article),
        paragraphs: [...article.paragraphs],
        match,
        newer: headline(newer),
        older: headline(older),
      })
    },

    'soccer.leagues': async () => success({ list: newsroom.leagues() }),
    'soccer.standings': async ({ league }, { now }) => {
      const standings = newsroom.standings(league, now)
      return standings ? success(standings) : notFound
    },
    'soccer.schedule': async ({ date }, { now }) => {
      const day = dayOfDate(date)
      if (day !== null) return success(newsroom.schedule(day, now))
      return failureOf(CODES.PARAM_ERROR, { details: { fields: { date: '没有这一天' } } })
    },

    'tips.list': async ({ pageNum, state = 'open' }, { now, site }) => {
      if (site.expertTipsSwitch !== 1) return notFound
      const { tips } = newsroom
      const all = state === 'open' ? tips.coming(now) : tips.settled(now)
      return success({ ...pageOf(all.map(tipItem), pageNum), experts: [...tips.experts(now)] })
    },
    'tips.detail': async ({ id }, { now, site }) => {
      const shown = site.expertTipsSwitch === 1 && newsroom.tips.find(id, now)
      return shown ? success({ ...shown.tip, match: shown.match }) : notFound
    },
    'tips.expert': async ({ id }, { now, site }) => {
      const expert = site.expertTipsSwitch === 1 && newsroom.tips.expert(id, now)
      return expert ? success({ ...expert, tips: expert.tips.map(tipItem) }) : notFound
    },
  }
}

function articleItem({ id, category, kicker, title, summary, img, alt, publishedAt }: NewsItem): NewsItem {
  return { id, category, kicker, title, summary, img, ...(alt !== undefined && { alt }), publishedAt }
}

export function headline(article: NewsItem | null | undefined): Pick<NewsItem, 'id' | 'title'> | null {
  return article ? { id: article.id, title: article.title } : null
}

function tipItem(tip: Tip): Tip {
  const { id, expertId, expertName, expertAvatar, matchTitle, league, title, pick, result, kickOffAt } = tip
  return { id, expertId, expertName, expertAvatar, matchTitle, league, title, pick, result, kickOffAt }
}

function pageOf<Item>(all: readonly Item[], pageNum: number) {
  const from = (pageNum - 1) * PAGE_SIZE
  return { list: all.slice(from, from + PAGE_SIZE), total: all.length, pageNum, pageSize: PAGE_SIZE }
}
