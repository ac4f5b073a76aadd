import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { isBarredFromActivities } from '#protocol/rules/activity.ts'
import { formatDate } from '#lib/format.ts'
import { entriesText } from '#messages/zh/entries.ts'
import { exclusionOf } from '#lib/play-stop-text.ts'
import { sessionAtom } from '#state/session/session.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { Stand } from '#ui/art/Stand.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Block } from '#ui/state/Block.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import styles from './CampaignCard.module.css'

const NEWEST = {}

/**
 * The current or next campaign; nothing after its end and for members who are excluded (I10). A member who is not admitted sees nothing: the error code would
 * navigate home (S8.22), which is only right on the campaign page. `now`: server clock, epoch milliseconds.
 */
export function CampaignCard({ now }: { readonly now: number }) {
  const session = useAtomValue(sessionAtom)
  const isBarred = isBarredFromActivities(session?.member)
  const query = useCachedData('activity.carnivalCheck', session === undefined || isBarred ? null : NEWEST)
  if (isBarred || exclusionOf(query.failure)) return null
  return (
    <Block
      name={entriesText('promos.now')}
      query={query}
      failed={entriesText('promos.campaignFailed')}
      isEmpty={({ end }) => now >= end}
      skeleton={<Skeleton shape="plate" height="188px" />}
    >
      {({ title, summary, start, end }) => (
        <Panel isLead className={styles.card}>
          <div className={styles.words}>
            <Badge tone={now < start ? 'neutral' : 'accent'}>
              {entriesText(now < start ? 'activity.stage.soon' : 'activity.stage.open')}
            </Badge>
            <h2 className={styles.title} dir="auto">
              {title}
            </h2>
            <p dir="auto">{summary}</p>
            <p className={styles.when}>
              {/* A period that ends at midnight is shown as ending on the day before. */}
              {entriesText('activity.window', { from: formatDate(start, now), to: formatDate(end - 1, now) })}
            </p>
            <Link className={buttonClass({ kind: 'primary' })} to="/app/carnivalactivity">
              {entriesText('promos.campaignGo')}
            </Link>
          </div>
          <Stand crowd="full" className={styles.stand} />
        </Panel>
      )}
    </Block>
  )
}
