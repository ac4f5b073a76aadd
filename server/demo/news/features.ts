import features from './features.json' with { type: 'json' }
import { timeOfSiteDay } from '#protocol/time.ts'
import { type Article } from './article.ts'

interface Feature {
  readonly key: string
  readonly category: Article['category']
  readonly title: string
  readonly summary: string
  readonly img: string
  readonly paragraphs: readonly string[]
}

/** Articles without a match. One is published each day, in turn. */
const FEATURES: readonly Feature[] = features as Feature[]

const PUBLISHED_AT_MINUTE = 10 * 60

/** Returns the feature published on a day. */
export function featureOf(day: number): Article | null {
  const feature = FEATURES[day % FEATURES.length]
  if (!feature) return null
  const { key, category, title, summary, img, paragraphs } = feature
  const publishedAt = timeOfSiteDay(day, PUBLISHED_AT_MINUTE)
  return {
    id: `f-${day}-${key}`,
    category,
    kicker: category === 'all' ? '场外' : '专题',
    title,
    summary,
    img,
    publishedAt,
    paragraphs,
    about: null,
  }
}
