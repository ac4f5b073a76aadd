import { Download, Link2, Trash2 } from 'lucide-react'
import { commonText } from '#messages/zh/common.ts'
import { perfText } from '#messages/zh/perf.ts'
import { saveFile } from '#lib/browser/save-file.ts'
import type { LabSettings } from '#protocol/worker/lab.ts'
import { Button } from '#ui/button/Button.tsx'
import { CopyButton } from '#ui/button/CopyButton.tsx'
import { Field } from '#ui/field/Field.tsx'
import { type LabAccounts, isExact } from '../engine/accounts.ts'
import { encodeLink, resultsCsv, resultsJson } from '../engine/share.ts'
import { designOf, type LabResult, type LabSummary } from '../engine/summary.ts'
import { designLabel, inMegabytes, inMilliseconds, inPercent, inTimes } from './lab-labels.ts'
import styles from './LabResults.module.css'

interface LabResultsProps {
  readonly results: readonly LabResult[]
  readonly settings: LabSettings
  readonly isRunning: boolean
  readonly onClear: () => void
}

const or = (value: number | null, format: (value: number) => string) =>
  value === null ? perfText('lab.none') : format(value)

/** The finished runs with their accounts, as a table, files and a link. */
export function LabResults({ results, settings, isRunning, onClear }: LabResultsProps) {
  const link = linkTo(settings, results.at(-1)?.summary ?? null)
  const isEmpty = results.length === 0
  const save = (content: string, kind: 'json' | 'csv') => {
    const type = kind === 'json' ? 'application/json' : 'text/csv'
    const name = `grandstand-lab-${new Date().toISOString().replaceAll(':', '-')}.${kind}`
    saveFile(new Blob([content], { type }), name)
  }
  return (
    <>
      {isEmpty ? <p className={styles.empty}>{perfText('lab.resultsEmpty')}</p> : <ResultTable results={results} />}
      <div className={styles.actions}>
        <Button
          icon={<Download size={16} />}
          disabled={isEmpty}
          onClick={() => save(resultsJson(results, new Date(), navigator.userAgent), 'json')}
        >
          {perfText('lab.exportJson')}
        </Button>
        <Button icon={<Download size={16} />} disabled={isEmpty} onClick={() => save(resultsCsv(results), 'csv')}>
          {perfText('lab.exportCsv')}
        </Button>
        <CopyButton text={link} name={commonText('copy.link')} icon={<Link2 size={16} />} />
        <Button icon={<Trash2 size={16} />} disabled={isEmpty || isRunning} onClick={onClear}>
          {perfText('lab.clear')}
        </Button>
      </div>
      <Field
        label={perfText('lab.link')}
        hint={perfText('lab.linkHint')}
        value={link}
        readOnly
        onValueChange={() => undefined}
        data-lab-link
      />
    </>
  )
}

function linkTo(settings: LabSettings, summary: LabSummary | null): string {
  const url = new URL(window.location.href)
  url.hash = encodeLink({ settings, summary })
  return url.href
}

const COLUMNS = [
  perfText('lab.design'),
  perfText('lab.actualRate'),
  perfText('lab.p50'),
  perfText('lab.p95'),
  perfText('lab.p99'),
  perfText('lab.relative'),
  perfText('lab.fps'),
  perfText('lab.blank'),
  perfText('lab.longTasks'),
  perfText('lab.busy'),
  perfText('lab.heap'),
  perfText('lab.rows'),
  perfText('lab.accounts'),
]

function ResultTable({ results }: { readonly results: readonly LabResult[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways: the keyboard has to reach it
    <section className={styles.scroller} aria-label={perfText('lab.resultsTable')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <ResultRow key={result.id} result={result} ratio={ratioOf(result, results)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ResultRow({
  result: { id, summary, log },
  ratio,
}: {
  readonly result: LabResult
  readonly ratio: number | null
}) {
  const { settings, accounts, end } = summary
  const isProduct = designOf(settings) === 'product'
  return (
    <tr data-design={designOf(settings) ?? 'custom'} data-lead={isProduct || undefined}>
      <th scope="row">
        {designLabel(settings)}
        <small>{id === 0 ? perfText('lab.fromLink') : noteOf(end)}</small>
        {log !== null && <small className={styles.log}>{log}</small>}
      </th>
      <td>{perfText('lab.perSecond', { value: summary.rate })}</td>
      <td>{or(summary.p50, inMilliseconds)}</td>
      <td>{or(summary.p95, inMilliseconds)}</td>
      <td>{or(summary.p99, inMilliseconds)}</td>
      <td>{or(ratio, inTimes)}</td>
      <td>{Math.round(summary.framesPerSecond)}</td>
      <td>{summary.blankFrames}</td>
      <td>{or(summary.longTasks, String)}</td>
      <td>{or(summary.busy, inPercent)}</td>
      <td>{or(summary.heapMb, inMegabytes)}</td>
      <td>{summary.rows}</td>
      <td className={styles.accounts} data-exact={accounts !== null && isExact(accounts)}>
        <b>
          {accounts === null
            ? perfText('lab.cutOff')
            : isExact(accounts)
              ? perfText('lab.exact')
              : perfText('lab.inexact')}
        </b>
        {accounts !== null && <small>{accountsText(accounts)}</small>}
      </td>
    </tr>
  )
}

function noteOf(end: LabSummary['end']): string {
  if (end === 'stopped') return perfText('lab.endStopped')
  if (end === 'hidden') return perfText('lab.endHidden')
  return end === 'timeout' ? perfText('lab.endTimeout') : ''
}

function accountsText(accounts: LabAccounts): string {
  const { generated, shown, folded, duplicates, withdrawn, released, missing, wrong } = accounts
  const parts = [perfText('lab.accountsText', { generated, shown, folded, duplicates, withdrawn })]
  if (released > 0) parts.push(perfText('lab.accountsReleased', { released }))
  if (!isExact(accounts)) parts.push(perfText('lab.accountsMissing', { missing, wrong }))
  return parts.join('')
}

/** p95 as a multiple of that of the newest run of the product at the same rate; null without one. */
function ratioOf({ summary }: LabResult, results: readonly LabResult[]): number | null {
  const product = results.findLast((other) => {
    const { settings } = other.summary
    return designOf(settings) === 'product' && settings.rate === summary.settings.rate
  })
  const base = product?.summary.p95 ?? null
  return base === null || base === 0 || summary.p95 === null ? null : summary.p95 / base
}
