import { useAtomValue } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useEffect, useRef, useState } from 'react'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { pendingCallsIn } from '#protocol/worker/pending-calls.ts'
import { isOpenOutcome } from '#lib/open-outcome.ts'
import { randomId } from '#lib/random-id.ts'
import { call, onNotice, readStored, serverNow } from '#transport/client.ts'
import { memberAtom } from '../session/session.ts'
import { oldDataAtom } from './old-reads.ts'
import { store } from '../store.ts'

/** One intention of the member. Every repetition has the same key until the outcome is known (settled 7). */
interface MoneyIntention<Params> {
  readonly key: string
  readonly memberId: string
  readonly params: Params
}

export interface MoneyCall<Params> {
  /**
   * Makes the call, or repeats the one with an unknown outcome: `params` are ignored then. Ignored while busy, and while the
   * screen shows data of the last visit (decision 204).
   */
  readonly send: (params: Params) => Promise<void>
  readonly isBusy: boolean
  /** Parameters of the call with an unknown outcome, else null. No other call can be made meanwhile. */
  readonly unsettled: Params | null
  readonly failure: Failure | null
  /** Forgets the failure, but not an unknown outcome. */
  readonly clear: () => void
}

/** Calls with an unknown outcome by endpoint, so that a page that is opened again is locked by its own. */
const openIntentionsAtom = atom<ReadonlyMap<EndpointName, MoneyIntention<unknown>>>(new Map())

/** Stores an open call until its outcome arrives, which may be while no page shows it. */
function remember(name: EndpointName, intention: MoneyIntention<unknown>): void {
  if (store.get(openIntentionsAtom).get(name)?.key === intention.key) return
  store.set(openIntentionsAtom, (before) => new Map(before).set(name, intention))
  const stop = onNotice((notice) => {
    if (notice.type !== 'settled' || notice.idempotencyKey !== intention.key) return
    stop()
    forget(name, intention)
  })
}

function forget(name: EndpointName, { key }: MoneyIntention<unknown>): void {
  if (store.get(openIntentionsAtom).get(name)?.key !== key) return
  store.set(openIntentionsAtom, (before) => new Map([...before].filter(([other]) => other !== name)))
}

/** The stored call of a member to an endpoint, from before a reload or from another tab; null without one. */
async function storedIntention(name: EndpointName, memberId: string): Promise<MoneyIntention<unknown> | null> {
  const calls = pendingCallsIn(await readStored('pendingTx'), serverNow())
  const stored = calls.find((one) => one.endpoint === name && one.memberId === memberId)
  // Parameters with a secret are not stored. Such a call is not repeated, so nothing reads them.
  return stored ? { key: stored.key, memberId, params: stored.params ?? {} } : null
}

/**
 * Continues the stored call of a member, so that its form stays locked after a reload. Another tab may settle it: it is
 * then not stored any more, and the form is unlocked. Returns a function that ends this.
 */
function resumeStored(
  name: EndpointName,
  memberId: string,
  onFound: (intention: MoneyIntention<unknown> | null) => void,
): () => void {
  let found: MoneyIntention<unknown> | null = null
  let isOver = false
  const read = async () => {
    const stored = await storedIntention(name, memberId)
    if (isOver || stored?.key === found?.key) return
    if (found) forget(name, found)
    if (stored) remember(name, stored)
    found = stored
    onFound(stored)
  }
  const onStored = ({ key }: StorageEvent) => {
    if (key === null || key === 'pendingTx') void read()
  }
  void read()
  window.addEventListener('storage', onStored)
  return () => {
    isOver = true
    window.removeEventListener('storage', onStored)
  }
}

/**
 * Makes the money call `name` exactly once (S6.6). The transport stores the key before it sends the call. After a lost
 * response the outcome arrives by a notice, and `onDone` gets it as if it had been the response. The worker looks the
 * outcome of a call with a secret up, but cannot repeat it.
 */
export function useMoneyCall<Name extends EndpointName>(
  name: Name,
  onDone: (data: ViewOf<Name>, intention: MoneyIntention<RequestOf<Name>>) => void,
): MoneyCall<RequestOf<Name>> {
  type Intention = MoneyIntention<RequestOf<Name>>
  const memberId = useAtomValue(memberAtom)?.userId ?? ''
  // The parameters belong to this endpoint.
  const open = useAtomValue(openIntentionsAtom).get(name) as Intention | undefined
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ readonly memberId: string; readonly failure: Failure } | null>(null)
  const unsettled = open?.memberId === memberId ? open : null

  // The outcome can arrive before the next render.
  const sent = useRef<Intention | null>(unsettled)
  const isSending = useRef(false)

  const settle = (intention: Intention, result: Result<ViewOf<Name>>) => {
    const isStillOpen = !result.ok && isOpenOutcome(result)
    if (isStillOpen) remember(name, intention)
    else {
      forget(name, intention)
      sent.current = null
    }
    if (result.ok) onDone(result.data, intention)
    else setRefusal({ memberId: intention.memberId, failure: result })
  }

  useEffect(() => {
    if (memberId === '') return
    return resumeStored(name, memberId, (stored) => {
      // Another call of this form may have begun meanwhile.
      if (!isSending.current) sent.current = stored as Intention | null
    })
  }, [name, memberId])

  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useEffect(
    () =>
      onNotice((notice) => {
        const intention = sent.current
        if (notice.type !== 'settled' || intention?.key !== notice.idempotencyKey) return
        setRefusal(null)
        // The transport has validated the response of this endpoint.
        latest.current(intention, notice.result as Result<ViewOf<Name>>)
      }),
    [],
  )

  const send = async (params: RequestOf<Name>) => {
    if (isSending.current || store.get(oldDataAtom) !== null) return
    const intention = unsettled ?? { key: randomId(), memberId, params }
    isSending.current = true
    sent.current = intention
    setBusy(true)
    setRefusal(null)
    const controls = { idempotencyKey: intention.key, memberId, isRepeat: unsettled !== null }
    const result = await call(name, intention.params, controls)
    isSending.current = false
    setBusy(false)
    // A notice may have settled it already.
    if (sent.current === intention) latest.current(intention, result)
  }

  const failure = refusal?.memberId === memberId ? refusal.failure : null
  return { send, isBusy, unsettled: unsettled?.params ?? null, failure, clear: () => setRefusal(null) }
}
