import { FileUp, Trash2 } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { perfText } from '#messages/zh/perf.ts'
import { formatCount } from '#lib/format.ts'
import type { LabLogReport, LogAccount } from '#protocol/worker/lab-log.ts'
import { readLabLog } from '#transport/lab.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { LogAccountView } from './LogAccountView.tsx'
import { FORMAT_LABELS } from './lab-labels.ts'
import styles from './LogPanel.module.css'

interface LogPanelProps {
  /** The log that can be measured; null without one. */
  readonly onChange: (log: File | null) => void
  /** A measurement runs. */
  readonly isDisabled: boolean
}

/** Chooses a recorded log by a button or by dropping a file, and shows what became of its records. */
export function LogPanel({ onChange, isDisabled }: LogPanelProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { file, report, choose } = useLog(onChange)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped !== undefined && !isDisabled) choose(dropped)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(!isDisabled)
  }
  return (
    <Panel title={perfText('lab.log')}>
      <div className={styles.body} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
        <div className={styles.area} data-over={isOver || undefined} data-log={file === null ? 'none' : report.type}>
          <div className={styles.text}>
            <p className={styles.name} title={file?.name}>
              {file?.name ?? perfText('lab.logEmpty')}
            </p>
            <p className={styles.status} aria-live={report.type === 'reading' ? 'off' : 'polite'}>
              {isOver ? perfText('lab.logDrop') : file === null ? perfText('lab.logFormats') : statusOf(report, file)}
            </p>
            {file !== null && report.type === 'reading' && (
              <progress
                className={styles.progress}
                aria-label={perfText('lab.logProgress')}
                max={Math.max(1, file.size)}
                value={report.bytes}
              />
            )}
          </div>
          <div className={styles.actions}>
            <Button icon={<FileUp size={16} />} disabled={isDisabled} onClick={() => input.current?.click()}>
              {perfText(file === null ? 'lab.logChoose' : 'lab.logChange')}
            </Button>
            {file !== null && (
              <Button icon={<Trash2 size={16} />} disabled={isDisabled} onClick={() => choose(null)}>
                {perfText('lab.logRemove')}
              </Button>
            )}
          </div>
          <input
            ref={input}
            hidden
            type="file"
            aria-label={perfText('lab.logChoose')}
            onChange={(event) => {
              choose(event.currentTarget.files?.[0] ?? file)
              // The same file can be chosen again.
              event.currentTarget.value = ''
            }}
          />
        </div>
        {file !== null && <AccountOf report={report} />}
      </div>
    </Panel>
  )
}

function AccountOf({ report }: { readonly report: LabLogReport }) {
  if (report.type === 'reading') return <LogAccountView account={report.account ?? NO_ACCOUNT} />
  if (report.type === 'read') return <LogAccountView account={report.account} />
  if (report.type === 'refused' && report.problem.type === 'nothing-used') {
    return <LogAccountView account={report.problem.account} />
  }
  return null
}

function statusOf(report: LabLogReport, { size }: File): ReactNode {
  if (report.type === 'reading') {
    return perfText('lab.logReading', { percent: Math.floor((100 * report.bytes) / Math.max(1, size)) })
  }
  if (report.type === 'read') return perfText('lab.logRead')
  return (
    <>
      <span className={styles.problem}>{problemOf(report)}</span>
      {report.type === 'refused' && report.problem.type === 'unknown-format' && (
        <span className={styles.known}>{perfText('lab.logFormats')}</span>
      )}
    </>
  )
}

function problemOf(report: Extract<LabLogReport, { type: 'refused' | 'failed' }>): string {
  if (report.type === 'failed') return perfText('lab.logFailed')
  const { problem } = report
  if (problem.type === 'empty') return perfText('lab.logIsEmpty')
  if (problem.type === 'unknown-format') return perfText('lab.logUnknown', { begins: problem.begins })
  if (problem.type === 'unknown-name') return perfText('lab.logFailed')
  const { format, read } = problem.account
  return perfText('lab.logUnused', { format: FORMAT_LABELS[format] ?? format, count: formatCount(read) })
}

const NOTHING_READ: LabLogReport = { type: 'reading', bytes: 0, account: null }
const NO_ACCOUNT: LogAccount = {
  format: '',
  isComplete: false,
  read: 0,
  used: 0,
  messages: 0,
  gifts: 0,
  deletions: 0,
  shortened: 0,
  skipped: {},
  clock: { disordered: 0, moved: 0, gaps: 0, removedMs: 0, spread: 0, lastMs: 0 },
}

/** The chosen file and the newest report about it. A file can be measured once it is read. */
function useLog(onChange: (log: File | null) => void) {
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState(NOTHING_READ)
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])
  const choose = (next: File | null) => {
    stop.current()
    stop.current = () => undefined
    setFile(next)
    setReport(NOTHING_READ)
    onChange(null)
    if (next === null) return
    const end = readLabLog(next, (newest) => {
      setReport(newest)
      if (newest.type === 'reading') return
      end()
      if (newest.type === 'read') onChange(next)
    })
    stop.current = end
  }
  return { file, report, choose }
}
