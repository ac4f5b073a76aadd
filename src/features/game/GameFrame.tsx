import { gameText } from '#messages/zh/game.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import styles from './GameFrame.module.css'
import type { Game } from './use-game.ts'

interface GameFrameProps {
  readonly game: Game
  readonly name: string
}

/** The game in a sandboxed frame: scripts only, no origin, no cookies, no access to the page. */
export function GameFrame({ game: { frame, visit, state, reopen }, name }: GameFrameProps) {
  const isStopped = state === 'failed' || state === 'misused'
  return (
    <div className={styles.box} data-game={state}>
      {!isStopped && (
        <iframe
          key={visit}
          ref={frame}
          className={styles.frame}
          src="/game.html"
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          title={gameText('page.frame', { game: name })}
        />
      )}
      {state === 'loading' && (
        <output className={styles.cover}>
          <Spinner />
          <span className="visually-hidden">{gameText('page.loading')}</span>
        </output>
      )}
      {isStopped && (
        <div className={styles.cover} role="alert">
          <EmptyState
            title={gameText(state === 'failed' ? 'page.failed' : 'page.misused')}
            text={gameText('page.failedNote')}
            action={
              <Button kind="primary" onClick={reopen}>
                {gameText('page.reopen')}
              </Button>
            }
          />
        </div>
      )}
    </div>
  )
}
