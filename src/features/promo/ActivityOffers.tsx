import { useAtomValue } from 'jotai'
import { CalendarCheck, Gem, Landmark, type LucideIcon, PiggyBank, Sprout, Trophy, Users } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { ACTIVITY_CATEGORIES, type ActivityCategory } from '#protocol/activities/definition.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { isBarredFromActivities } from '#protocol/rules/activity.ts'
import { entriesText } from '#messages/zh/entries.ts'
import { exclusionOf } from '#lib/play-stop-text.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import { Choices } from '#ui/choice/Choices.tsx'
import { Section } from '#ui/page/Section.tsx'
import { Block } from '#ui/state/Block.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './ActivityOffers.module.css'
import { OfferGrid } from './OfferCard.tsx'

const ICONS: Readonly<Record<ActivityCategory, LucideIcon>> = {
  daily: CalendarCheck,
  novice: Sprout,
  luck: Gem,
  match: Trophy,
  dividend: PiggyBank,
  deposit: Landmark,
  friend: Users,
}

const ALL = {}
const CHOICES = ['all', ...ACTIVITY_CATEGORIES] as const

/** Activities by category (S1.17); nothing for members who are excluded from them (I10, S6.10). */
export function ActivityOffers({ now }: { readonly now: number }) {
  const session = useAtomValue(sessionAtom)
  const [params, setParams] = useSearchParams()
  const category = ACTIVITY_CATEGORIES.find((one) => one === params.get('category')) ?? 'all'
  const isBarred = isBarredFromActivities(session?.member)
  const isAsked = session !== undefined && !isBarred
  const query = useCachedData('activity.list', isAsked ? ALL : null, session?.member.userId ?? '')
  if (isBarred || exclusionOf(query.failure)) return null
  return (
    <Section title={entriesText('promos.running')}>
      <div className={styles.choices}>
        <Choices
          label={entriesText('promos.category')}
          value={category}
          choices={CHOICES.map((value) => ({ value, label: entriesText(`promos.${value}`) }))}
          onChange={(next) => setParams(next === 'all' ? {} : { category: next }, { replace: true })}
        />
      </div>
      <Block
        name={entriesText('promos.running')}
        query={query}
        failed={entriesText('promos.campaignFailed')}
        isEmpty={() => false}
        skeleton={<Skeleton shape="plate" height="180px" />}
      >
        {({ list }) => (
          <Offers
            list={list.filter((one) => one.end > now && (category === 'all' || one.category === category))}
            now={now}
          />
        )}
      </Block>
    </Section>
  )
}

function Offers({ list, now }: DataOf<'activity.list'> & { readonly now: number }) {
  if (list.length === 0) return <EmptyState title={entriesText('promos.none')} text={entriesText('promos.noneText')} />
  return (
    <OfferGrid
      offers={list.map(({ activityId, title, summary, category, start }) => ({
        to: `/app/promos/${activityId}`,
        title,
        text: summary,
        icon: ICONS[category],
        go: entriesText(now < start ? 'activity.stage.soon' : 'promos.activityGo'),
      }))}
    />
  )
}
