import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { siteDateOf } from '#protocol/time.ts'
import { csvText } from '#lib/csv.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { saveFile } from '#lib/browser/save-file.ts'
import { failureText } from '#lib/failure-text.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import type { Result } from '#protocol/result.ts'
import styles from './records.module.css'

interface ReadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (count: number) => void
}

interface ExportRecordsProps<Item> {
  /** Name of the file without date and ending. */
  readonly file: string
  /** Reads all records of the filter; null disables the export. */
  readonly read: ((options: ReadOptions) => Promise<Result<readonly Item[]>>) | null
  /** The rows of the file, with a head. */
  readonly rowsOf: (items: readonly Item[]) => string[][]
}

/** Exports all records of a filter as a CSV file, with progress; it can be cancelled. */
export function ExportRecords<Item>({ file: name, read, rowsOf }: ExportRecordsProps<Item>) {
  const [count, setCount] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (readAll: NonNullable<typeof read>) => {
    const controller = new AbortController()
    running.current = controller
    setError(null)
    setCount(0)
    const result = await readAll({ signal: controller.signal, onProgress: setCount })
    if (controller.signal.aborted) return
    setCount(null)
    if (!result.ok) return setError(failureText(result, walletText('records.export.failed')))
    if (result.data.length === 0) return setError(walletText('records.export.none'))
    const file = new Blob([csvText(rowsOf(result.data))], { type: 'text/csv;charset=utf-8' })
    saveFile(file, `${name}-${siteDateOf(serverNow())}.csv`)
    toast({ text: walletText('records.export.done', { count: result.data.length }), tone: 'success', id: 'export' })
  }
  const cancel = () => {
    running.current?.abort()
    setCount(null)
    toast({ text: walletText('records.export.cancelled'), id: 'export' })
  }
  return (
    <div className={styles.export}>
      <output className={styles.exportNote}>
        {count !== null ? walletText('records.export.busy', { count }) : (error ?? walletText('records.export.note'))}
      </output>
      {count !== null ? (
        <Button size="small" onClick={cancel}>
          {walletText('records.export.cancel')}
        </Button>
      ) : (
        <Button
          size="small"
          icon={<Download size={16} />}
          disabled={read === null}
          onClick={() => read !== null && void run(read)}
        >
          {walletText('records.export.start')}
        </Button>
      )}
    </div>
  )
}
