import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { type PlayAction, type PlayStop, playStop } from '#protocol/wallet/play-stop.ts'
import { onForeground } from '../data/reconnect.ts'
import { useServerData } from '../data/use-server-data.ts'
import { memberAtom } from './session.ts'

/**
 * What stops an action of the member (I9, I10); null if nothing does, for visitors, and until it is known. Reads only
 * while `isWanted`. The server decides in any case.
 */
export function usePlayStop(action: PlayAction, isWanted = true): PlayStop | null {
  const owner = useAtomValue(memberAtom)?.userId
  const isMember = owner !== undefined
  const { data, retry } = useServerData('responsible.get', isWanted && isMember ? {} : null, { owner })
  useEffect(() => (isWanted ? onForeground(retry) : undefined), [isWanted, retry])
  return isWanted && isMember && data !== null ? playStop(data, action) : null
}
