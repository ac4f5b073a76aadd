import { useAtomValue } from 'jotai'
import { ExternalLink, Wrench } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { CURRENCIES } from '#protocol/currency.ts'
import type { Venue } from '#protocol/endpoints/game.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { failureText } from '#lib/failure-text.ts'
import { formatMoney } from '#lib/format.ts'
import { egameText } from '#messages/zh/egame.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { loginPath } from '#state/session/login-path.ts'
import { isLikelyMemberAtom, memberAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { VenueArt } from '#ui/art/VenueArt.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Notice } from '#ui/state/Notice.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import styles from './ProviderEntrance.module.css'

const REFRESH_MS = 15_000

interface Launched {
  readonly url: string
  readonly transferred: number
  readonly balance: number
}

/** The address of a provider's game; null if it is not one of the web. */
function webAddress(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : null
}

interface ProviderEntranceProps {
  readonly venue: Venue
  /** An exclusion or a limit stops play. */
  readonly isStopped: boolean
}

/** Enters a venue of a provider: its games open in a tab that has no access to this one (docs/venues.md, S7.55, S7.65). */
export function ProviderEntrance({ venue: { enName, chName, type, status }, isStopped }: ProviderEntranceProps) {
  const { currency } = useAtomValue(siteAtom)
  const maintenance = useCachedData('game.maintain', { venueEnName: enName })
  useRefresh(maintenance, REFRESH_MS)
  const [launched, setLaunched] = useState<Launched | null>(null)
  const [isRefused, setRefused] = useState(false)
  const launch = useMoneyCall(
    'game.launch',
    ({ url, transferred, balance }, { isRequested }) => {
      const address = webAddress(url)
      setRefused(address === null)
      if (address === null) return
      setLaunched({ url: address, transferred, balance })
      if (isRequested) window.open(address, '_blank', 'noopener,noreferrer')
    },
    ({ venueEnName }) => venueEnName === enName,
  )
  const { data } = maintenance
  const isOpen = isVenueOpen(data?.status ?? status)
  return (
    <>
      {!isOpen && <MaintenanceNotice start={data?.start ?? null} end={data?.end ?? null} />}
      <Panel isLead>
        <div className={styles.entrance}>
          <VenueArt venue={type} size={64} />
          <div className={styles.words}>
            <h1 className={styles.title}>{chName}</h1>
            <p>{egameText('entrance.text')}</p>
          </div>
          <EnterButton
            isOpen={isOpen && !isStopped}
            isBusy={launch.isBusy}
            onPress={() => void launch.send({ venueEnName: enName, currency })}
          />
        </div>
        {(launch.failure || isRefused) && (
          <p className={styles.failure} role="alert">
            {launch.failure ? failureText(launch.failure, egameText('entrance.failed')) : egameText('entrance.failed')}
          </p>
        )}
        {launched && <Opened launched={launched} />}
      </Panel>
    </>
  )
}

interface EnterButtonProps {
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly onPress: () => void
}

function EnterButton({ isOpen, isBusy, onPress }: EnterButtonProps) {
  const { skin } = useAtomValue(siteAtom)
  const isLikely = useAtomValue(isLikelyMemberAtom)
  const isMember = useAtomValue(memberAtom) !== null
  const { pathname, search } = useLocation()
  if (!isLikely && isOpen) {
    return (
      <Link className={buttonClass({ kind: 'primary', size: 'large' })} to={loginPath(skin, pathname + search)}>
        {egameText('entrance.signIn')}
      </Link>
    )
  }
  return (
    <Button
      kind="primary"
      size="large"
      icon={<ExternalLink size={20} />}
      disabled={!isOpen || !isMember}
      isLoading={isBusy}
      onClick={onPress}
    >
      {egameText('entrance.enter')}
    </Button>
  )
}

/** The balance that the games got, and a link for browsers that did not open the tab. */
function Opened({ launched: { url, transferred, balance } }: { readonly launched: Launched }) {
  const unit = CURRENCIES[useAtomValue(siteAtom).currency]
  return (
    <div className={styles.opened}>
      <output>{egameText('entrance.opened')}</output>
      <Facts layout="plate">
        <Fact name={egameText('entrance.transferred')}>{formatMoney(transferred, unit)}</Fact>
        <Fact name={egameText('entrance.balance')}>{formatMoney(balance, unit)}</Fact>
      </Facts>
      <p className={styles.links}>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {egameText('entrance.again')}
        </a>
        <Link to="/app/wallet/transfer">{egameText('entrance.recover')}</Link>
      </p>
    </div>
  )
}

interface MaintenanceNoticeProps {
  readonly start: number | null
  readonly end: number | null
}

function MaintenanceNotice({ start, end }: MaintenanceNoticeProps) {
  const time = (at: number | null): string => (at === null ? egameText('entrance.unknown') : siteDateTimeOf(at))
  return (
    <Notice
      icon={Wrench}
      title={egameText('entrance.closed')}
      text={egameText('entrance.times', { start: time(start), end: time(end) })}
      note={egameText('entrance.closedNote')}
    />
  )
}
