import { atom, useAtom, useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { DealRecord } from '#protocol/endpoints/wallet.ts'
import type { Failure } from '#protocol/result.ts'
import { onForeground } from '#state/data/reconnect.ts'
import { memberAtom } from '#state/session/session.ts'
import { call } from '#transport/client.ts'
import type { RecordsRequest } from './records-filter.ts'

interface Records {
  /** Member and filter that the records belong to. */
  readonly key: string
  /** Newest first; null before the first response. */
  readonly list: readonly DealRecord[] | null
  readonly hasMore: boolean
  readonly failure: Failure | null
}

const NO_RECORDS: Records = { key: '', list: null, hasMore: true, failure: null }

/** The last list, so that it is there at once when Back leads to it from an order. */
const recordsAtom = atom<Records>(NO_RECORDS)

export interface RecordsList extends Pick<Records, 'list' | 'hasMore' | 'failure'> {
  readonly isLoading: boolean
  /** Loads the next page, or the failed one again. */
  readonly more: () => void
}

/** The older list with a newer first page: changed records are replaced, new ones are added at the front. */
export function withNewest(older: readonly DealRecord[], newest: readonly DealRecord[]): readonly DealRecord[] {
  const known = new Set(newest.map(({ id }) => id))
  const oldest = newest.at(-1)
  // Without a common record there may be others between the two.
  if (oldest === undefined || !older.some(({ id }) => known.has(id))) return newest
  return [...newest, ...older.filter(({ id }) => !known.has(id))]
}

/** The list with a first or a following page. */
function withPage(known: Records, page: DataOf<'dealRecord.all'>, isFirst: boolean): Records {
  const { key } = known
  const older = known.list ?? []
  const list = isFirst ? withNewest(older, page.list) : [...older, ...page.list]
  const isPart = isFirst && list.length > page.list.length
  return { key, list, hasMore: isPart ? known.hasMore : page.hasMore, failure: null }
}

/** The records of a filter page by page, newest first. Null requests nothing. The first page is read again on return. */
export function useRecords(request: RecordsRequest | null): RecordsList {
  const userId = useAtomValue(memberAtom)?.userId ?? ''
  const [stored, setStored] = useAtom(recordsAtom)
  const store = useStore()
  const requestKey = request === null ? null : JSON.stringify(request)
  const key = `${userId} ${requestKey}`
  const records = stored.key === key ? stored : NO_RECORDS
  const [loadingKey, setLoadingKey] = useState<string | null>(null)
  const pending = useRef<AbortController | null>(null)
  const isReturning = useRef(false)
  const isPop = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    isReturning.current = isPop
  })

  /** Reads the first page, or the one after the last record. */
  const read = useCallback(
    async (isFirst: boolean) => {
      if (requestKey === null) return
      pending.current?.abort()
      const controller = new AbortController()
      pending.current = controller
      setLoadingKey(key)
      const now = store.get(recordsAtom)
      const before = isFirst || now.key !== key ? undefined : now.list?.at(-1)?.id
      const params = { ...(JSON.parse(requestKey) as RecordsRequest), ...(before !== undefined && { before }) }
      const result = await call('dealRecord.all', params, { signal: controller.signal })
      if (controller.signal.aborted) return
      setLoadingKey(null)
      setStored((all) => {
        const known = all.key === key ? all : { ...NO_RECORDS, key }
        if (!result.ok) return { ...known, failure: result }
        return withPage(known, result.data, before === undefined)
      })
    },
    [key, requestKey, setStored, store],
  )

  useEffect(() => {
    // A list that Back leads to keeps its length and position; otherwise it begins anew.
    const begin = async () => {
      if (!isReturning.current) setStored((all) => (all.key === key ? NO_RECORDS : all))
      await read(true)
    }
    void begin()
    const stop = onForeground(() => void read(true))
    return () => {
      stop()
      pending.current?.abort()
    }
  }, [key, read, setStored])

  const isLoading = loadingKey === key
  const { list } = records
  const more = useCallback(() => void read(list === null), [read, list])
  return { ...records, isLoading, more }
}
