import { Link } from 'react-router-dom'
import { codeName, codeText } from '#protocol/codes.ts'
import { rehearse } from './messages.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { useDocumentTitle } from '#app/route/use-document-title.ts'
import { effectOf, LINES, type RehearsalLine } from './lines.ts'
import { type Rehearsed, useRehearsal } from './use-rehearsal.ts'
import styles from './RehearsalPage.module.css'

/** `/gallery/outcomes`: makes the server respond with each code of Annex A and shows its effect. */
export function RehearsalPage() {
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

/** The result that the caller got: code, text, trace id. Tests read the data attributes. */
function RehearsalResult({ last }: { readonly last: Rehearsed | null }) {
  return (
    <Panel title={rehearse('result')}>
      <output
        className={styles.result}
        data-rehearsed={last?.key}
        data-code={last === null ? undefined : last.result.ok ? 0 : last.result.code}
        data-refused={last?.isRefused}
      >
        {last === null ? rehearse('none') : <Details last={last} />}
      </output>
    </Panel>
  )
}

function Details({ last: { result, tally, isRefused } }: { readonly last: Rehearsed }) {
  if (result.ok && !tally) return rehearse('success')
  const code = result.ok ? 0 : result.code
  const message = result.ok ? rehearse('success') : result.message
  return (
    <>
      <b className={styles.resultCode}>
        {code} {codeName(code)}
      </b>
      <span>{isRefused ? rehearse('refused', { message }) : message}</span>
      {tally?.map(([of, count]) => (
        <span key={of}>{rehearse('tally', { code: of, count })}</span>
      ))}
      {result.traceId && <small>{rehearse('trace', { traceId: result.traceId })}</small>}
    </>
  )
}
