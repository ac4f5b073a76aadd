import { useAtomValue } from 'jotai'
import { CalendarCheck, Gem, Landmark, type LucideIcon, PiggyBank, Sprout, Trophy, Users } from 'lucide-react'
import { activityPathOf } from '#protocol/activities/definitions.ts'
import type { ActivityCategory } from '#protocol/activities/definition.ts'
import { isBarredFromActivities } from '#protocol/rules/activity.ts'
import { entriesText } from '#messages/zh/entries.ts'
import { exclusionOf } from '#lib/play-stop-text.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import { Block } from '#ui/Block.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
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

/** Activities that run now (S1.17); nothing for members who are excluded from them (I10, S6.10). */
export function ActivityOffers({ now }: { readonly now: number }) {
  const session = useAtomValue(sessionAtom)
  const isBarred = isBarredFromActivities(session?.member)
  const isAsked = session !== undefined && !isBarred
  const query = useCachedData('activity.list', isAsked ? ALL : null, session?.member.userId ?? '')
  if (isBarred || exclusionOf(query.failure)) return null
  return (
    <Block
      name={entriesText('promos.running')}
      query={query}
      failed={entriesText('promos.campaignFailed')}
      isEmpty={({ list }) => !list.some(({ start, end }) => start <= now && now < end)}
      skeleton={<Skeleton shape="plate" height="84px" />}
    >
      {({ list }) => (
        <Section title={entriesText('promos.running')}>
          <OfferGrid
            offers={list
              .filter(({ start, end }) => start <= now && now < end)
              .flatMap(({ activityId, name, title, summary, category }) => {
                const to = activityPathOf(name, activityId)
                return to === null
                  ? []
                  : [{ to, title, text: summary, icon: ICONS[category], go: entriesText('promos.activityGo') }]
              })}
          />
        </Section>
      )}
    </Block>
  )
}
