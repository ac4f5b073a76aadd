import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { E_GAMES, type EGame } from '#protocol/games/round.ts'
import { gameText } from '#messages/zh/game.ts'
import { GameBar } from '#features/game/GameBar.tsx'
import { GameFrame } from '#features/game/GameFrame.tsx'
import { demoRounds } from '#features/game/rounds.ts'
import { useGame } from '#features/game/use-game.ts'
import { loginPath } from '#state/session/login-path.ts'
import { isLikelyMemberAtom } from '#state/session/session.ts'
import { storedLanguage } from '#state/site/language.ts'
import { siteAtom } from '#state/site/site.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './GamePage.module.css'

const HALL = DEFAULT_AFTER_SIGN_IN

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

/** A visitor chooses demo play or signs in. */
function EGamePage({ game }: { readonly game: EGame }) {
  const isMember = useAtomValue(isLikelyMemberAtom)
  useDocumentTitle(gameText(`game.${game}`))
  return <DemoPage game={game} isGuest={!isMember} />
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
