import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { cycleOfSponsor } from '#protocol/activities/sponsor.ts'
import { rewardText } from '#lib/reward-text.ts'
import { type Sponsor, sponsorPath, sponsorsOf } from '#lib/sponsors.ts'
import { activityText } from '#messages/zh/activity.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { SponsorArt } from '#ui/art/SponsorArt.tsx'
import { cardLink } from '#ui/button/card-link.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { type ActivityData, type ActivityPicture, type PictureProps, stepOf } from '../activity-parts.ts'
import { StepButton } from '../StepButton.tsx'
import { useActivity } from '../use-activity.ts'
import styles from './Sponsor.module.css'

/** S7.104: the sponsors of the site, each with its gift. */
function Picture({ activity, actions }: PictureProps) {
  const sponsors = sponsorsOf(useAtomValue(entrancesAtom).sponsors)
  return (
    <Panel title={activityText('sponsor.title')}>
      <ul className={styles.cards}>
        {sponsors.map((sponsor) => (
          <li key={sponsor.n} className={styles.card}>
            <SponsorArt art={sponsor.art} className={styles.art} />
            <div className={styles.words}>
              <h3>
                <Link className={cardLink} to={sponsorPath(sponsor)}>
                  {sponsor.name}
                </Link>
              </h3>
              <p>{sponsor.slogan}</p>
            </div>
            <Gift sponsor={sponsor} activity={activity} actions={actions} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type GiftProps = Pick<PictureProps, 'activity' | 'actions'> & { readonly sponsor: Sponsor }

function Gift({ sponsor, activity, actions }: GiftProps) {
  const step = stepOf(activity, cycleOfSponsor(sponsor.n))
  if (!step) return <p className={styles.gift}>{activityText('sponsor.noGift')}</p>
  return (
    <p className={styles.gift}>
      <b>{rewardText(step.amount, activity.currency)}</b>
      <StepButton
        step={step}
        actions={actions}
        item={activityText('sponsor.gift', { name: sponsor.name })}
        isBlocked={activity.block !== null}
        size="small"
        kind="primary"
      />
    </p>
  )
}

/** The gift on the page of a sponsor; nothing without one, or while it cannot be read. */
export function SponsorGift({ sponsor }: { readonly sponsor: Sponsor }) {
  const { data, retry } = useMemberData('activity.check', { name: 'sponsor' })
  return data && stepOf(data, cycleOfSponsor(sponsor.n)) ? (
    <LoadedGift sponsor={sponsor} activity={data} onChanged={retry} />
  ) : null
}

interface LoadedGiftProps {
  readonly sponsor: Sponsor
  readonly activity: ActivityData
  readonly onChanged: () => void
}

function LoadedGift({ sponsor, activity, onChanged }: LoadedGiftProps) {
  const actions = useActivity(activity, onChanged)
  return (
    <Panel title={activityText('sponsor.gift', { name: sponsor.name })}>
      <div className={styles.single}>
        <p>{activityText('sponsor.rule.once')}</p>
        <Gift sponsor={sponsor} activity={activity} actions={actions} />
      </div>
    </Panel>
  )
}

export const SPONSOR_PICTURE: ActivityPicture = {
  Picture,
  rules: () => [activityText('sponsor.rule.once'), activityText('sponsor.rule.invented')],
  recordOf(cycle) {
    const n = Number(cycle.slice('sponsor-'.length))
    return activityText('sponsor.gift', { name: sponsorsOf([n])[0]?.name ?? '' })
  },
}
