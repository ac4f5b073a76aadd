import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { siteDateOf } from '#protocol/time.ts'
import { csvText } from '#lib/csv.ts'
import { wrt } from '#lib/messages/wallet-records.ts'
import { saveFile } from '#lib/save-file.ts'
import { failureText } from '#state/data/failure-text.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-manager.ts'
import { readAllRecords, recordRows } from './all-records.ts'
import type { RecordsRequest } from './records-filter.ts'
import styles from './records.module.css'

/** Exports all orders of the filter as a CSV file, with progress; it can be cancelled. Null disables it. */
export function ExportRecords({ request }: { readonly request: RecordsRequest | null }) {
  const [count, setCount] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (wanted: RecordsRequest) => {
    const controller = new AbortController()
    running.current = controller
    setError(null)
    setCount(0)
    const result = await readAllRecords(wanted, { signal: controller.signal, onProgress: setCount })
    if (controller.signal.aborted) return
    setCount(null)
    if (!result.ok) return setError(failureText(result, wrt('export.failed')))
    if (result.data.length === 0) return setError(wrt('export.none'))
    const file = new Blob([csvText(recordRows(result.data))], { type: 'text/csv;charset=utf-8' })
    saveFile(file, `${wrt('export.file')}-${siteDateOf(serverNow())}.csv`)
    toast({ text: wrt('export.done', { count: result.data.length }), tone: 'success', id: 'export' })
  }
  const cancel = () => {
    running.current?.abort()
    setCount(null)
    toast({ text: wrt('export.cancelled'), id: 'export' })
  }
  return (
    <div className={styles.export}>
      <output className={styles.exportNote}>
        {count !== null ? wrt('export.busy', { count }) : (error ?? wrt('export.note'))}
      </output>
      {count !== null ? (
        <Button size="small" onClick={cancel}>
          {wrt('export.cancel')}
        </Button>
      ) : (
        <Button
          size="small"
          icon={<Download size={16} />}
          disabled={request === null}
          onClick={() => request !== null && void run(request)}
        >
          {wrt('export.start')}
        </Button>
      )}
    </div>
  )
}
