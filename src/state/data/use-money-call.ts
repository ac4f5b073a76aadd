import { useAtomValue } from 'jotai'
import { atom } from 'jotai/vanilla'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { type Failure, failure, type Result } from '#protocol/result.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { pendingCallsIn } from '#protocol/worker/pending-calls.ts'
import { isOpenOutcome } from '#lib/open-outcome.ts'
import { randomId } from '#lib/random-id.ts'
import { commonText } from '#messages/zh/common.ts'
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

/** A call whose outcome has arrived, and the form that gets it. */
export interface DoneCall<Params> extends MoneyIntention<Params> {
  /** False if the form was removed meanwhile: it must not navigate. */
  readonly isMounted: boolean
  /** True if the form is still mounted and the member has made or repeated the call in it, not on an earlier visit. */
  readonly isRequested: boolean
}

export interface MoneyCall<Params> {
  /**
   * Makes the call, or repeats the one with an unknown outcome: `params` are ignored then. Fails while the form is locked.
   * Ignored while busy, and while the screen shows data of the last visit (decision 204).
   */
  readonly send: (params: Params) => Promise<void>
  readonly isBusy: boolean
  /** Parameters of the call with an unknown outcome, else null. No other call can be made meanwhile. */
  readonly unsettled: Params | null
  /** The outcome of a call of another form to the same endpoint is unknown. No call can be made meanwhile. */
  readonly isLocked: boolean
  readonly failure: Failure | null
  /** Forgets the failure, but not an unknown outcome. */
  readonly clear: () => void
}

interface Refusal {
  readonly memberId: string
  readonly failure: Failure
  /** Not sent, because an open call of another form locked this one. */
  readonly isLock?: boolean
}

/** Calls with an unknown outcome by endpoint, so that a page that is opened again is locked by its own. */
const openIntentionsAtom = atom<ReadonlyMap<EndpointName, MoneyIntention<unknown>>>(new Map())

/** Keys of calls that this page has sent, until the transport has reported their outcome, whichever tab settles them. */
const awaitedKeys = new Set<string>()

/** Stores an open call until its outcome arrives, which may be while no page shows it. */
function remember(name: EndpointName, intention: MoneyIntention<unknown>): void {
  if (store.get(openIntentionsAtom).get(name)?.key === intention.key) return
  store.set(openIntentionsAtom, (before) => new Map(before).set(name, intention))
  const stop = onNotice((notice) => {
    if (notice.type !== 'settled' || notice.idempotencyKey !== intention.key) return
    stop()
    awaitedKeys.delete(intention.key)
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
 * Continues the stored call of a member, so that its form stays locked after a reload. If another tab settles its own
 * call, it is not stored any more, and the form is unlocked. Returns a function that ends this.
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
    if (stored === null && found !== null && awaitedKeys.has(found.key)) return
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

/** The open call of the member to an endpoint: the one of this form, or one of another form, which locks this one. */
function useOpenCall<Params>(name: EndpointName, memberId: string, isOwn: (params: Params) => boolean) {
  // The parameters belong to this endpoint.
  const open = useAtomValue(openIntentionsAtom).get(name) as MoneyIntention<Params> | undefined
  const ofMember = open?.memberId === memberId ? open : null
  const unsettled = ofMember && isOwn(ofMember.params) ? ofMember : null
  return { unsettled, isLocked: ofMember !== unsettled }
}

/** The failure of the last call of this member. */
function useRefusal(memberId: string, isLocked: boolean) {
  const [refusal, refuse] = useState<Refusal | null>(null)
  const isShown = refusal?.memberId === memberId && (isLocked || !refusal.isLock)
  return { failure: isShown ? refusal.failure : null, refuse }
}

const lockFailure = (): Failure => failure(CODES.PENDING_ORDER_EXISTS, commonText('state.moneyLocked'))

/** False after the component was removed. Read it in event handlers only. */
function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** Continues the stored call of a member (`resumeStored`). */
function useStoredCall(
  name: EndpointName,
  memberId: string,
  onFound: (stored: MoneyIntention<unknown> | null) => void,
): void {
  const found = useEffectEvent(onFound)
  useEffect(() => {
    if (memberId === '') return
    return resumeStored(name, memberId, (stored) => found(stored))
  }, [name, memberId])
}

/** Reports the outcomes that arrive by notices, with the keys of the calls. */
function useLateOutcomes(onSettled: (key: string, result: Result<unknown>) => void): void {
  const settled = useEffectEvent(onSettled)
  useEffect(
    () =>
      onNotice((notice) => {
        if (notice.type === 'settled') settled(notice.idempotencyKey, notice.result)
      }),
    [],
  )
}

/**
 * Makes the money call `name` exactly once (S6.6). The transport stores the key before it sends the call. After a lost
 * response the outcome arrives by a notice, and `onDone` gets it as if it had been the response. The worker looks the
 * outcome of a call with a secret up, but cannot repeat it. `onDone` never gets the outcome of another member.
 *
 * If other forms call the same endpoint, `isOwn` tells the calls of this form by their parameters. An open call of another
 * form locks this one.
 */
export function useMoneyCall<Name extends EndpointName>(
  name: Name,
  onDone: (data: ViewOf<Name>, done: DoneCall<RequestOf<Name>>) => void,
  isOwn: (params: RequestOf<Name>) => boolean = () => true,
): MoneyCall<RequestOf<Name>> {
  type Intention = MoneyIntention<RequestOf<Name>>
  const memberId = useAtomValue(memberAtom)?.userId ?? ''
  const [isBusy, setBusy] = useState(false)
  const { unsettled, isLocked } = useOpenCall(name, memberId, isOwn)
  const { failure: refused, refuse } = useRefusal(memberId, isLocked)
  const isMounted = useIsMounted()
  // The outcome can arrive before the next render.
  const sent = useRef<Intention | null>(unsettled)
  const isSending = useRef(false)
  /** Key of the last call that was requested since the form is mounted. */
  const requestedKey = useRef('')

  const settle = (intention: Intention, result: Result<ViewOf<Name>>) => {
    const isStillOpen = !result.ok && isOpenOutcome(result)
    if (isStillOpen) remember(name, intention)
    else {
      awaitedKeys.delete(intention.key)
      forget(name, intention)
      sent.current = null
    }
    if (!result.ok) return refuse({ memberId: intention.memberId, failure: result })
    const current = store.get(memberAtom)?.userId ?? intention.memberId
    if (current !== intention.memberId) return
    const isRequested = isMounted.current && requestedKey.current === intention.key
    onDone(result.data, { ...intention, isMounted: isMounted.current, isRequested })
  }
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useStoredCall(name, memberId, (stored) => {
    const found = stored as Intention | null
    // Another call of this form may have begun meanwhile.
    if (!isSending.current) sent.current = found && isOwn(found.params) ? found : null
  })
  useLateOutcomes((key, result) => {
    if (sent.current?.key !== key) return
    refuse(null)
    // The transport has validated the response of this endpoint.
    settle(sent.current, result as Result<ViewOf<Name>>)
  })

  const send = async (params: RequestOf<Name>) => {
    if (isSending.current || store.get(oldDataAtom) !== null) return
    if (isLocked) return refuse({ memberId, failure: lockFailure(), isLock: true })
    const intention = unsettled ?? { key: randomId(), memberId, params }
    isSending.current = true
    sent.current = intention
    requestedKey.current = intention.key
    awaitedKeys.add(intention.key)
    setBusy(true)
    refuse(null)
    const controls = { idempotencyKey: intention.key, memberId, isRepeat: unsettled !== null }
    const result = await call(name, intention.params, controls)
    isSending.current = false
    setBusy(false)
    // A notice may have settled it already.
    if (sent.current === intention) latest.current(intention, result)
  }

  const params = unsettled?.params ?? null
  return { send, isBusy, unsettled: params, isLocked, failure: refused, clear: () => refuse(null) }
}
