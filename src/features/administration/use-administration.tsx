import { useAtomValue } from 'jotai'
import { ClipboardList, Flag, MicOff, Pin, PinOff, SlidersHorizontal, Timer, Trash, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { adminText } from '#messages/zh/administration.ts'
import { createSnapshotFieldAtom, roleAtom } from '#state/feed/feed-atoms.ts'
import type { MenuItem } from '#ui/overlay/Menu.tsx'
import { deleteAll, deleteMessage, mute, pin } from './acts.ts'

/** Name of the open administration dialog. */
export type AdminWindowName =
  | { readonly type: 'setup' | 'mutes' | 'reports' | 'audit' | 'pin' }
  | { readonly type: 'mute'; readonly userId: string; readonly memberName: string }

export interface Administration {
  /** Whether this member is an administrator of the room. */
  readonly isAdmin: boolean
  /** Menu items for a chat row. */
  readonly rowItems: (row: FeedRow) => readonly MenuItem[]
  readonly roomItems: readonly MenuItem[]
  readonly window: AdminWindowName | null
  readonly open: (window: AdminWindowName | null) => void
}

const SHORT_MUTE_MINUTES = 10

const pinnedAtom = createSnapshotFieldAtom('pinned', null)
const adminsAtom = createSnapshotFieldAtom('admins', [])

/** S6.7: the administration of a room as menu items and dialogs. The server authorizes every action. */
export function useAdministration(chatRoomNo: string): Administration {
  const isAdmin = useAtomValue(roleAtom) === 'admin'
  const pinned = useAtomValue(pinnedAtom)
  const admins = useAtomValue(adminsAtom)
  const [window, open] = useState<AdminWindowName | null>(null)
  // Closes the dialog when the member signs out, also in another tab, or is no longer an administrator.
  if (!isAdmin && window !== null) open(null)

  const rowItems = (row: FeedRow): readonly MenuItem[] => {
    if (!isAdmin) return []
    const items: MenuItem[] = []
    const add = (key: string, label: string, Icon: typeof Trash, onPress: () => void) =>
      items.push({ key, label, icon: <Icon size={16} />, tone: 'danger', startsGroup: items.length === 0, onPress })
    const isMessage = row.kind === 'text' || row.kind === 'image'
    const { author } = row
    if (isMessage) add('delete', adminText('row.delete'), Trash, () => void deleteMessage(chatRoomNo, row.id))
    if (author !== null && !row.isMine && !admins.includes(author.userId)) {
      const { userId, memberName } = author
      const short = { userId, memberName, minutes: SHORT_MUTE_MINUTES, reason: adminText('mute.reason.flood') }
      add('delete-all', adminText('row.deleteAll'), Trash2, () => void deleteAll(chatRoomNo, userId, memberName))
      add('mute-short', adminText('row.muteShort'), Timer, () => void mute(chatRoomNo, short))
      add('mute', adminText('row.mute'), MicOff, () => open({ type: 'mute', userId, memberName }))
    }
    if (row.kind === 'text') {
      const onPress = () => void pin(chatRoomNo, row.data.text)
      items.push({ key: 'pin', label: adminText('row.pin'), icon: <Pin size={16} />, onPress })
    }
    return items
  }

  const roomItems: MenuItem[] = [
    {
      key: 'setup',
      label: adminText('setup'),
      icon: <SlidersHorizontal size={16} />,
      onPress: () => open({ type: 'setup' }),
    },
    { key: 'mutes', label: adminText('mutes'), icon: <MicOff size={16} />, onPress: () => open({ type: 'mutes' }) },
    { key: 'reports', label: adminText('reports'), icon: <Flag size={16} />, onPress: () => open({ type: 'reports' }) },
    {
      key: 'audit',
      label: adminText('audit'),
      icon: <ClipboardList size={16} />,
      onPress: () => open({ type: 'audit' }),
    },
    {
      key: 'pin',
      label: adminText('pin'),
      icon: <Pin size={16} />,
      startsGroup: true,
      onPress: () => open({ type: 'pin' }),
    },
  ]
  if (pinned !== null) {
    const onPress = () => void pin(chatRoomNo, null)
    roomItems.push({ key: 'unpin', label: adminText('unpin'), icon: <PinOff size={16} />, onPress })
  }
  return { isAdmin, rowItems, roomItems, window, open }
}
