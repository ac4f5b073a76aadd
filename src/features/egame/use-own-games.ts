import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { DAY_MS, siteDateOf } from '#protocol/time.ts'
import { failureText } from '#lib/failure-text.ts'
import { egameText } from '#messages/zh/egame.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { call, serverNow } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { gameKey, type HallGame } from './hall-filter.ts'

const NO_PARAMS = {}
const RECENT_DAYS = 30

/** Titles of the member's last rounds in a venue, newest first. `isWanted`: they are shown. */
export function useRecentGames(venueEnName: string, isWanted: boolean) {
  const isMember = useAtomValue(memberAtom) !== null
  const { currency } = useAtomValue(siteAtom)
  const now = serverNow()
  const [start, end] = [siteDateOf(now - (RECENT_DAYS - 1) * DAY_MS), siteDateOf(now)]
  const params = { venueEnName, currency, start, end, status: 'all', pageNum: 1 } as const
  return useMemberData('gameRecord.list', isWanted && isMember ? params : null)
}

interface Changes {
  readonly userId: string | undefined
  /** Whether a game was made a favourite, by its key. */
  readonly isOn: ReadonlyMap<string, boolean>
}

function changesOf(changes: Changes, userId: string | undefined): Changes['isOn'] {
  return changes.userId === userId ? changes.isOn : new Map()
}

/** The favourite games of the member (S7.59): their keys, newest first, and the function that changes one. */
export function useFavouriteGames() {
  const userId = useAtomValue(memberAtom)?.userId
  const query = useMemberData('collect.list', userId === undefined ? null : NO_PARAMS)
  /** Changes that are not part of `query.data` yet, by key, and the member who made them. */
  const [changes, setChanges] = useState<Changes>({ userId, isOn: new Map() })
  const changed = changesOf(changes, userId)
  const stored = (query.data?.list ?? []).map(gameKey)
  const added = [...changed].flatMap(([key, isOn]) => (isOn && !stored.includes(key) ? [key] : []))
  const keys = [...added.toReversed(), ...stored].filter((key) => changed.get(key) !== false)

  const toggle = async (game: HallGame) => {
    const { venueEnName, gameId, name } = game
    const key = gameKey(game)
    const isOn = !keys.includes(key)
    setChanges((before) => ({ userId, isOn: new Map(changesOf(before, userId)).set(key, isOn) }))
    const result = await call(isOn ? 'collect.add' : 'collect.remove', { venueEnName, gameId })
    if (result.ok) {
      query.retry()
      return toast({ id: 'favourite', text: egameText(isOn ? 'favourite.added' : 'favourite.removed', { name }) })
    }
    setChanges((before) => (before.userId === userId ? { userId, isOn: new Map(before.isOn).set(key, !isOn) } : before))
    toast({ id: 'favourite', tone: 'warn', text: failureText(result, egameText('favourite.failed')) })
  }
  return { query, keys, toggle }
}
