import { codeName } from '#protocol/codes.ts'
import { rehearse } from './messages.ts'
import { Panel } from '#ui/Panel.tsx'
import styles from './RehearsalResult.module.css'
import type { Rehearsed } from './use-rehearsal.ts'

/** The result that the caller got: code, text, trace id. Tests read the data attributes. */
export function RehearsalResult({ last }: { readonly last: Rehearsed | null }) {
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
      <b className={styles.code}>
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
