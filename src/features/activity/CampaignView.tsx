import { Link } from 'react-router-dom'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { isSitePath } from '#protocol/rules/jump.ts'
import { formatLeft } from '#lib/countdown.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { entriesText } from '#messages/zh/entries.ts'
import { Stand } from '#ui/art/Stand.tsx'
import { cardLink } from '#ui/button/card-link.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import styles from './CampaignView.module.css'

type Campaign = DataOf<'activity.carnivalCheck'>

interface CampaignViewProps {
  readonly campaign: Campaign
  /** Server clock, epoch milliseconds, updated every second. */
  readonly now: number
}

const TONES = { soon: 'neutral', open: 'accent', ended: 'neutral' } as const

/** S2.8: a campaign with its period, countdown, text, video and rules. */
export function CampaignView({ campaign, now }: CampaignViewProps) {
  const { title, summary, start, end, rule, stops } = campaign
  const stage = campaignStage(campaign, now)
  const moment = (time: number) => `${formatDate(time, now)} ${formatClock(time)}`
  // A period that ends at midnight is shown as ending on the day before.
  const closing = (time: number) =>
    formatClock(time) === '00:00' ? `${formatDate(time - 1, now)} 24:00` : moment(time)
  return (
    <>
      <Panel isLead className={styles.hero}>
        <div className={styles.words}>
          <Badge tone={TONES[stage]}>{entriesText(`activity.stage.${stage}`)}</Badge>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.summary}>{summary}</p>
          <Remaining stage={stage} start={start} end={end} now={now} />
          <p className={styles.window}>{entriesText('activity.window', { from: moment(start), to: closing(end) })}</p>
        </div>
        <Stand crowd={stage === 'open' ? 'full' : 'empty'} className={styles.stand} />
      </Panel>
      <div className={styles.columns}>
        <Panel title={stage === 'soon' ? entriesText('activity.stopsSoon') : entriesText('activity.stops')}>
          <ol>
            {stops.map((stop, index) => (
              <li key={stop.title} className={styles.stop}>
                <span className={styles.number}>{index + 1}</span>
                <div>
                  <h3>
                    {isSitePath(stop.path) ? (
                      <Link className={cardLink} to={stop.path}>
                        {stop.title}
                      </Link>
                    ) : (
                      stop.title
                    )}
                  </h3>
                  <p>{stop.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </Panel>
        <Panel title={entriesText('activity.rule')}>
          <ul className={styles.rules}>
            {rule.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className={styles.honest}>{entriesText('activity.honest')}</p>
        </Panel>
      </div>
    </>
  )
}

interface RemainingProps {
  readonly stage: CampaignStage
  readonly start: number
  readonly end: number
  readonly now: number
}

/** The countdown to the start or the end. */
function Remaining({ stage, start, end, now }: RemainingProps) {
  if (stage === 'ended') return <p className={styles.left}>{entriesText('activity.left.ended')}</p>
  return (
    <p className={styles.left}>
      {entriesText(`activity.left.${stage}`)}
      <b role="timer">{formatLeft((stage === 'soon' ? start : end) - now)}</b>
    </p>
  )
}

type CampaignStage = 'soon' | 'open' | 'ended'

/** Stage of a campaign on the server's clock. It is open from its start (inclusive) to its end (exclusive). */
export function campaignStage(
  { start, end }: { readonly start: number; readonly end: number },
  now: number,
): CampaignStage {
  if (now < start) return 'soon'
  return now < end ? 'open' : 'ended'
}
