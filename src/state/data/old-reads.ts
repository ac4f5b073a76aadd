import { atom, useSetAtom } from 'jotai'
import { createContext, useContext, useId, useLayoutEffect } from 'react'
import type { Failure } from '#protocol/result.ts'
import { lastVisit } from './last-visit.ts'

/* Apart from last-visit.ts, because only screens of members need it. */

/** Whether a screen shows data of the last visit. The screen says so and disables its actions meanwhile. */
export const ShowsLastVisit = createContext(false)

interface OldRead {
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** Reads whose shown data are of the last visit. */
const oldReadsAtom = atom<ReadonlyMap<string, OldRead>>(new Map())

/** Null unless the screen shows data of the last visit. */
export const oldDataAtom = atom((get) => {
  const reads = [...get(oldReadsAtom).values()]
  if (reads.length === 0) return null
  return { hasFailed: reads.some(({ hasFailed }) => hasFailed), retry: () => reads.forEach(({ retry }) => retry()) }
})

/**
 * The response of the last visit for a read that has no newer one (`isWanted`); undefined without one, and outside of
 * screens that show such data. `retry` must be stable.
 */
export function useResponseOfLastVisit(
  key: string,
  isWanted: boolean,
  { failure, retry }: { readonly failure: Failure | null; readonly retry: () => void },
): unknown {
  const isShown = useContext(ShowsLastVisit)
  const data = isShown && isWanted ? lastVisit?.responses.get(key) : undefined
  const setReads = useSetAtom(oldReadsAtom)
  const id = useId()
  const isOld = data !== undefined
  const hasFailed = failure !== null
  useLayoutEffect(() => {
    if (!isOld) return
    setReads((reads) => new Map(reads).set(id, { hasFailed, retry }))
    return () => setReads((reads) => new Map([...reads].filter(([other]) => other !== id)))
  }, [isOld, hasFailed, retry, id, setReads])
  return data
}
