import type { Result } from '#protocol/result.ts'
import { adminText } from '#messages/zh/administration.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

/** The target, duration and reason of a mute; `minutes: null` is permanent. */
interface Mute {
  readonly userId: string
  readonly memberName: string
  readonly minutes: number | null
  readonly reason: string
}

const HOUR = 60
const DAY = 24 * HOUR

/** A duration as text: 10 分钟, 1 小时, 7 天. */
export function minutesText(minutes: number): string {
  if (minutes % DAY === 0) return adminText('mute.days', { count: minutes / DAY })
  return minutes % HOUR === 0
    ? adminText('mute.hours', { count: minutes / HOUR })
    : adminText('mute.minutes', { count: minutes })
}

/** Shows a toast with the result of an action. Returns whether it succeeded. */
export function showResult(result: Result<unknown>, done: string): boolean {
  toast(
    result.ok
      ? { text: done, tone: 'success' }
      : { text: adminText('failed', { reason: result.message }), tone: 'danger' },
  )
  return result.ok
}

export async function deleteMessage(chatRoomNo: string, id: string): Promise<boolean> {
  return showResult(await call('chatroom.operation', { chatRoomNo, type: 'delete', ids: [id] }), adminText('deleted'))
}

export async function deleteAll(chatRoomNo: string, userId: string, memberName: string): Promise<boolean> {
  const result = await call('chatroom.operation', { chatRoomNo, type: 'delete-all', userId })
  return showResult(result, adminText('deletedAll', { name: memberName }))
}

export async function mute(chatRoomNo: string, { userId, memberName: name, minutes, reason }: Mute): Promise<boolean> {
  const result = await call('chatroom.mute', { chatRoomNo, userId, minutes, reason })
  const isForGood = minutes === null
  return showResult(
    result,
    isForGood ? adminText('mutedForGood', { name }) : adminText('muted', { name, time: minutesText(minutes) }),
  )
}

export async function unblock(chatRoomNo: string, userId: string, name: string): Promise<boolean> {
  return showResult(await call('chatroom.unblock', { chatRoomNo, userId }), adminText('lifted', { name }))
}

export async function pin(chatRoomNo: string, text: string | null): Promise<boolean> {
  const result = await call('chatroom.operation', { chatRoomNo, type: 'pin', text })
  return showResult(result, text === null ? adminText('unpinned') : adminText('pinned'))
}
