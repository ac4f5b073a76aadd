import { atom } from 'jotai/vanilla'
import type { FollowKind } from '#protocol/endpoints/follow.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { call, serverNow } from '#transport/client.ts'
import { onReconnect } from '../data/reconnect.ts'
import { memberAtom } from './session.ts'
import { store } from '../store.ts'

/** An anchor or a team that the member follows (settled 32). */
export type Follow = DataOf<'follow.list'>['list'][number]

/** An anchor or team to follow, by the displayed name. */
export interface FollowTarget {
  readonly kind: FollowKind
  readonly name: string
  /** A picture below /art, shown until the list has been loaded. */
  readonly logo: string
}

interface Follows {
  /** Owner of the list; null for visitors and before the first request. */
  readonly userId: string | null
  /** Newest first; null until loaded. */
  readonly list: readonly Follow[] | null
  /** Failure of the last request; an older list stays. */
  readonly failure: Failure | null
  readonly isLoading: boolean
}

const EMPTY_FOLLOWS: Follows = { userId: null, list: null, failure: null, isLoading: false }

export const followsAtom = atom<Follows>(EMPTY_FOLLOWS)

/** Returns whether the list contains a name. */
export function isFollowed(
  list: readonly Follow[] | null,
  { kind, name }: Pick<FollowTarget, 'kind' | 'name'>,
): boolean {
  return list?.some((one) => one.kind === kind && one.name === name) ?? false
}

/** Returns the list with the name at its head, or without it. */
export function changedFollows(
  list: readonly Follow[],
  { kind, name, logo }: FollowTarget,
  isOn: boolean,
  now: number,
): readonly Follow[] {
  if (isFollowed(list, { kind, name }) === isOn) return list
  if (isOn) return [{ kind, name, logo, followedAt: now }, ...list]
  return list.filter((one) => one.kind !== kind || one.name !== name)
}

/** Number of changes sent, and a promise that resolves when all of them have completed. */
let changes = 0
let settled: Promise<unknown> = Promise.resolve()

/** Loads a list that includes every change: repeats the request if a change was sent meanwhile. */
async function fetchList(): Promise<Result<DataOf<'follow.list'>>> {
  for (;;) {
    await settled
    const before = changes
    const result = await call('follow.list', {})
    if (!result.ok || before === changes) return result
  }
}

/** Loads the follows of the signed-in member. */
export async function loadFollows(): Promise<void> {
  const userId = store.get(memberAtom)?.userId ?? null
  if (userId === null) {
    store.set(followsAtom, EMPTY_FOLLOWS)
    return
  }
  store.set(followsAtom, (before) => ({
    ...(before.userId === userId ? before : EMPTY_FOLLOWS),
    userId,
    isLoading: true,
  }))
  const result = await fetchList()
  if (store.get(memberAtom)?.userId !== userId) return
  store.set(followsAtom, ({ list }) => ({
    userId,
    list: result.ok ? result.data.list : list,
    failure: result.ok ? null : result,
    isLoading: false,
  }))
}

/**
 * Follows or unfollows. The list changes at once and is reverted if the server refuses; for a visitor the refusal opens
 * the sign-in page (S6.12). Loads the list afterwards if it is not known. Changes are sent one after the other, because
 * the server may handle two at a time in any order.
 */
export async function setFollowed(target: FollowTarget, isOn: boolean): Promise<Result<object>> {
  const change = (on: boolean) =>
    store.set(followsAtom, (follows) =>
      follows.list === null ? follows : { ...follows, list: changedFollows(follows.list, target, on, serverNow()) },
    )
  change(isOn)
  const { kind, name } = target
  const calling = settled.then(() => call(isOn ? 'follow.add' : 'follow.remove', { kind, name }))
  const number = (changes += 1)
  // The results are dropped, so that the chain of promises does not retain them.
  settled = Promise.allSettled([settled, calling]).then(() => undefined)
  const result = await calling
  const isLast = number === changes
  if (!result.ok && isLast) change(!isOn)
  else if (!result.ok || store.get(followsAtom).list === null) void loadFollows()
  return result
}

let isWatching = false

/** Keeps the list in sync with the signed-in member and retries failed requests on reconnect. Idempotent. */
export function watchFollows(): void {
  if (isWatching) return
  isWatching = true
  void loadFollows()
  store.sub(memberAtom, () => {
    if ((store.get(memberAtom)?.userId ?? null) !== store.get(followsAtom).userId) void loadFollows()
  })
  onReconnect(() => {
    if (store.get(followsAtom).failure !== null) void loadFollows()
  })
}
