import type { Result } from '#protocol/result.ts'
import { ad } from '#lib/messages/administration.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'

/** The target, duration and reason of a mute; `minutes: null` is permanent. */
export interface Mute {
  readonly userId: string
  readonly memberName: string
  readonly minutes: number | null
  readonly reason: string
}

const HOUR = 60
const DAY = 24 * HOUR

/** A duration as text: 10 分钟, 1 小时, 7 天. */
export function minutesText(minutes: number): string {
  if (minutes % DAY === 0) return ad('mute.days', { count: minutes / DAY })
  return minutes % HOUR === 0 ? ad('mute.hours', { count: minutes / HOUR }) : ad('mute.minutes', { count: minutes })
}

/** Shows a toast with the result of an action. Returns whether it succeeded. */
export function showResult(result: Result<unknown>, done: string): boolean {
  toast(
    result.ok ? { text: done, tone: 'success' } : { text: ad('failed', { reason: result.message }), tone: 'danger' },
  )
  return result.ok
}

export async function deleteMessage(chatRoomNo: string, id: string): Promise<boolean> {
  return showResult(await call('chatroom.operation', { chatRoomNo, type: 'delete', ids: [id] }), ad('deleted'))
}

export async function deleteAll(chatRoomNo: string, userId: string, memberName: string): Promise<boolean> {
  const result = await call('chatroom.operation', { chatRoomNo, type: 'delete-all', userId })
  return showResult(result, ad('deletedAll', { name: memberName }))
}

export async function mute(chatRoomNo: string, { userId, memberName: name, minutes, reason }: Mute): Promise<boolean> {
  const result = await call('chatroom.mute', { chatRoomNo, userId, minutes, reason })
  const isForGood = minutes === null
  return showResult(
    result,
    isForGood ? ad('mutedForGood', { name }) : ad('muted', { name, time: minutesText(minutes) }),
  )
}

export async function unblock(chatRoomNo: string, userId: string, name: string): Promise<boolean> {
  return showResult(await call('chatroom.unblock', { chatRoomNo, userId }), ad('lifted', { name }))
}

export async function pin(chatRoomNo: string, text: string | null): Promise<boolean> {
  const result = await call('chatroom.operation', { chatRoomNo, type: 'pin', text })
  return showResult(result, text === null ? ad('unpinned') : ad('pinned'))
}
