import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { codeText } from '#protocol/codes.ts'
import { rehearse } from '#lib/messages/rehearsal.ts'
import { siteAtom } from '#state/site/site.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Panel } from '#ui/Panel.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import styles from './RehearsalPage.module.css'
import type { RehearsalLine } from './rehearsal/lines.ts'
import { effectOf, LINES } from './rehearsal/lines.ts'
import { RehearsalResult } from './rehearsal/RehearsalResult.tsx'
import { useRehearsal } from './rehearsal/use-rehearsal.ts'

/** `/gallery/outcomes`: provokes every code of Annex A on the server and shows its effect. Demo mode only. */
export function RehearsalPage() {
  const { isDemo } = useAtomValue(siteAtom)
  return isDemo ? <Rehearsal /> : <NotFoundPage />
}

function Rehearsal() {
  const { busy, last, play, burst } = useRehearsal()
  useDocumentTitle(rehearse('title'))
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>{rehearse('title')}</h1>
        <Link className={buttonClass({ kind: 'quiet', size: 'small' })} to="/gallery">
          {rehearse('parts')}
        </Link>
        <p>{rehearse('lead')}</p>
      </header>
      <div className={styles.last}>
        <RehearsalResult last={last} />
      </div>
      <Panel>
        <ul>
          <li className={styles.line}>
            <span className={styles.what}>{rehearse('burst')}</span>
            <Button size="small" isLoading={busy === 'burst'} disabled={busy !== null} onClick={() => void burst()}>
              {rehearse('burstPlay')}
            </Button>
          </li>
          {LINES.map((line) => (
            <Line key={line.key} line={line} busy={busy} onPlay={() => void play(line)} />
          ))}
        </ul>
      </Panel>
    </main>
  )
}

interface LineProps {
  readonly line: RehearsalLine
  readonly busy: string | null
  readonly onPlay: () => void
}

function Line({ line, busy, onPlay }: LineProps) {
  const { key, code, name, variant } = line
  return (
    <li className={styles.line} data-line={key}>
      <b className={styles.code}>{code}</b>
      <span className={styles.what}>
        <span className={styles.name}>
          {name}
          {variant && <small>{variant}</small>}
        </span>
        <span>{codeText(code)}</span>
        <span className={styles.effect}>{effectOf(line)}</span>
      </span>
      <Button
        size="small"
        aria-label={rehearse('playRow', { code, name: variant ?? name })}
        isLoading={busy === key}
        disabled={busy !== null}
        onClick={onPlay}
      >
        {rehearse('play')}
      </Button>
    </li>
  )
}
