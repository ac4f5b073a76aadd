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

/** Whom to follow, by the name on the screen. */
export interface FollowTarget {
  readonly kind: FollowKind
  readonly name: string
  /** A drawn picture below /art, to show until the server's list has come. */
  readonly logo: string
}

export interface Follows {
  /** Whose list this is; null for visitors and before the first answer. */
  readonly userId: string | null
  /** Newest first; null until the server has answered. */
  readonly list: readonly Follow[] | null
  /** Why the last reading failed; an older list stays. */
  readonly failure: Failure | null
  readonly isLoading: boolean
}

const NOBODY: Follows = { userId: null, list: null, failure: null, isLoading: false }

export const followsAtom = atom<Follows>(NOBODY)

/** Whether a name is on the list. */
export function isFollowed(
  list: readonly Follow[] | null,
  { kind, name }: Pick<FollowTarget, 'kind' | 'name'>,
): boolean {
  return list?.some((one) => one.kind === kind && one.name === name) ?? false
}

/** The list with a name on it, at its head, or without it. */
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

/** Changes that were begun, and when all of them have been answered. */
let changes = 0
let settled: Promise<unknown> = Promise.resolve()

/** The list with every change in it: one that was asked for before a change is asked for again after it. */
async function readList(): Promise<Result<DataOf<'follow.list'>>> {
  for (;;) {
    await settled
    const before = changes
    const result = await call('follow.list', {})
    if (!result.ok || before === changes) return result
  }
}

/** Asks the server whom the member follows; visitors follow nobody. */
export async function loadFollows(): Promise<void> {
  const userId = store.get(memberAtom)?.userId ?? null
  if (userId === null) {
    store.set(followsAtom, NOBODY)
    return
  }
  store.set(followsAtom, (before) => ({ ...(before.userId === userId ? before : NOBODY), userId, isLoading: true }))
  const result = await readList()
  if (store.get(memberAtom)?.userId !== userId) return
  store.set(followsAtom, ({ list }) => ({
    userId,
    list: result.ok ? result.data.list : list,
    failure: result.ok ? null : result,
    isLoading: false,
  }))
}

/**
 * Follows, or follows no more. The list shows it at once and goes back when the server refuses; a visitor is asked to
 * sign in by the refusal itself (S6.12). A list that has not come is asked for after it.
 */
export async function setFollowed(target: FollowTarget, isOn: boolean): Promise<Result<object>> {
  const change = (on: boolean) =>
    store.set(followsAtom, (follows) =>
      follows.list === null ? follows : { ...follows, list: changedFollows(follows.list, target, on, serverNow()) },
    )
  change(isOn)
  const { kind, name } = target
  const calling = call(isOn ? 'follow.add' : 'follow.remove', { kind, name })
  changes += 1
  // What they answered is let go of: a chain of answers would last as long as the page.
  settled = Promise.allSettled([settled, calling]).then(() => undefined)
  const result = await calling
  if (!result.ok) change(!isOn)
  else if (store.get(followsAtom).list === null) void loadFollows()
  return result
}

let isWatching = false

/**
 * From now on the list is that of whoever is signed in, and one that could not be read is read again when the network
 * returns. Safe to call again.
 */
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
