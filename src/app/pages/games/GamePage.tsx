import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import type { SettleCurrency } from '#protocol/currency.ts'
import { MEMBER_SEED } from '#protocol/games/draw.ts'
import type { Failure } from '#protocol/result.ts'
import { E_GAMES_VENUE } from '#protocol/rules/venue.ts'
import { E_GAMES, type EGame } from '#protocol/games/round.ts'
import { gameText } from '#messages/zh/game.ts'
import { GameBar } from '#features/game/GameBar.tsx'
import { GameFrame } from '#features/game/GameFrame.tsx'
import { demoRounds, memberRounds } from '#features/game/rounds.ts'
import { useGame } from '#features/game/use-game.ts'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { loginPath } from '#state/session/login-path.ts'
import { usePlayStop } from '#state/session/play-stop.ts'
import { isLikelyMemberAtom, memberAtom, memberChangesAtom } from '#state/session/session.ts'
import { storedLanguage } from '#state/site/language.ts'
import { siteAtom } from '#state/site/site.ts'
import { call } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Spinner } from '#ui/button/Spinner.tsx'
import { Field } from '#ui/field/Field.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { useLeave } from './use-leave.ts'
import styles from './GamePage.module.css'

const HALL = '/app/egame/dz'

/** `/app/game/:venue/:gameId?`: a game in a frame, under a bar that the game cannot reach (issue 41). */
export function GamePage() {
  const { venue, gameId } = useParams()
  const game = E_GAMES.find((one) => one === gameId)
  if (venue !== 'YBDZ' || game === undefined) return <UnknownGame />
  return <EGamePage key={game} game={game} />
}

function UnknownGame() {
  useDocumentTitle(gameText('page.title'))
  return (
    <main>
      <EmptyState
        level={1}
        title={gameText('page.unknown')}
        text={gameText('page.unknownNote')}
        action={
          <Link className={buttonClass({ kind: 'primary' })} to={HALL}>
            {gameText('page.back')}
          </Link>
        }
      />
    </main>
  )
}

/** Visitors, and members who ask for it, play a demo. */
function EGamePage({ game }: { readonly game: EGame }) {
  const isMember = useAtomValue(isLikelyMemberAtom)
  const changes = useAtomValue(memberChangesAtom)
  const { search } = useLocation()
  useDocumentTitle(gameText(`game.${game}`))
  const isDemo = !isMember || new URLSearchParams(search).get('demo') === '1'
  return isDemo ? <DemoPage game={game} isGuest={!isMember} /> : <MemberPage key={changes} game={game} />
}

/** Balance at the venue; null if it cannot be read. */
async function readBalance(currency: SettleCurrency): Promise<number | null> {
  const result = await call('balance.list', { currency })
  if (!result.ok) return null
  return result.data.venues.find(({ venueEnName }) => venueEnName === E_GAMES_VENUE)?.balance ?? 0
}

/** Enters the venue, which runs the automatic transfer of the wallet, and then opens the game with the balance there. */
function MemberPage({ game }: { readonly game: EGame }) {
  const { currency } = useAtomValue(siteAtom)
  const [entries, setEntries] = useState(0)
  const launch = useMoneyCall(
    'game.launch',
    () => setEntries((before) => before + 1),
    ({ venueEnName }) => venueEnName === E_GAMES_VENUE,
  )
  const memberId = useAtomValue(memberAtom)?.userId ?? null
  const enter = useEffectEvent(() => void launch.send({ venueEnName: E_GAMES_VENUE, currency }))
  useEffect(() => {
    if (memberId !== null) enter()
  }, [memberId])
  const isDecided = entries > 0 || launch.failure !== null || launch.unsettled !== null
  if (!isDecided || launch.isBusy) return <Spinner />
  // A transfer whose response was lost may be confirmed later: the balance is read again.
  return <MemberGame key={entries} game={game} refusal={launch.failure} />
}

interface MemberGameProps {
  readonly game: EGame
  /** Why the venue could not be entered. */
  readonly refusal: Failure | null
}

function MemberGame({ game, refusal }: MemberGameProps) {
  const navigate = useNavigate()
  const { skin, layout, currency } = useAtomValue(siteAtom)
  const stop = usePlayStop('bet')
  const [startedAt] = useState(Date.now)
  const [rounds] = useState(() =>
    memberRounds({ game, currency, balance: () => readBalance(currency), failed: gameText('page.failed') }),
  )
  const look = { currency, skin, layout, language: storedLanguage(), isDemo: false } as const
  const running = useGame(game, rounds, look, stop === null)
  const leaving = useLeave(E_GAMES_VENUE, HALL)
  const failure = leaving.failure ?? refusal
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">{gameText(`game.${game}`)}</h1>
      <GameBar
        currency={currency}
        balance={running.balance}
        startedAt={startedAt}
        net={running.net}
        isLeaving={leaving.isLeaving}
        onTransfer={() => void navigate('/app/wallet/transfer')}
        onExit={() => leaving.leave(running.venueBalance)}
      />
      {stop && <StopNote stop={stop} action="bet" hasLink />}
      {failure && (
        <p className={styles.notes} role="alert">
          {failure.message}
          <Link to={HALL}>{gameText('page.leave')}</Link>
        </p>
      )}
      <GameFrame game={running} name={gameText(`game.${game}`)} />
      <div className={styles.notes}>
        <SeedField first={rounds.seed} onSeed={rounds.setSeed} />
        {running.lastRoundId !== null && (
          <Link to={`/app/verify/${running.lastRoundId}`}>{gameText('page.verify')}</Link>
        )}
      </div>
    </main>
  )
}

interface SeedFieldProps {
  readonly first: string
  readonly onSeed: (seed: string) => void
}

/** The seed that the member adds to the chance of the next rounds. */
function SeedField({ first, onSeed }: SeedFieldProps) {
  const [seed, setSeed] = useState(first)
  return (
    <details className={styles.seed}>
      <summary>{gameText('page.seed')}</summary>
      <Field
        label={gameText('page.seedNote')}
        value={seed}
        maxLength={64}
        error={MEMBER_SEED.test(seed) ? null : gameText('page.seedBad')}
        onValueChange={(next) => {
          setSeed(next)
          if (MEMBER_SEED.test(next)) onSeed(next)
        }}
      />
    </details>
  )
}

function DemoPage({ game, isGuest }: { readonly game: EGame; readonly isGuest: boolean }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { skin, layout } = useAtomValue(siteAtom)
  const [startedAt] = useState(Date.now)
  const rounds = useMemo(() => demoRounds(game, gameText('page.short')), [game])
  const look = { currency: 'CNY', skin, layout, language: storedLanguage(), isDemo: true } as const
  const running = useGame(game, rounds, look, true)
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">{gameText(`game.${game}`)}</h1>
      <GameBar
        currency="CNY"
        balance={running.balance}
        startedAt={startedAt}
        net={running.net}
        isDemo
        onExit={() => void navigate(HALL)}
      />
      <GameFrame game={running} name={gameText(`game.${game}`)} />
      {isGuest && (
        <p className={styles.notes}>
          <Link to={loginPath(skin, pathname)}>{gameText('page.signIn')}</Link>
        </p>
      )}
    </main>
  )
}
