import { useAtomValue, useSetAtom } from 'jotai'
import { AtSign, Copy, Flag, ReceiptText, Reply, UserX } from 'lucide-react'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { roomText } from '#messages/zh/room.ts'
import { blockAtom, roleAtom } from '#state/feed/feed-atoms.ts'
import { copyWithToast } from '#ui/button/CopyButton.tsx'
import type { MenuItem } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { mentionAtom, replyAtom } from '../composer/reply.ts'
import { followOrder, legsOf } from '../rows/OrderRow.tsx'
import { canReplyTo, isByOther, isMessage, textOf } from '../rows/row-info.ts'

const UNDO_MS = 6_000

/** Returns the function that creates the menu items of a row: reply, mention, copy, block, report. */
export function useRowMenu(onReport: (row: FeedRow) => void): (row: FeedRow) => readonly MenuItem[] {
  const setReply = useSetAtom(replyAtom)
  const setMention = useSetAtom(mentionAtom)
  const block = useSetAtom(blockAtom)
  const role = useAtomValue(roleAtom)

  function blockAuthor({ userId, memberName }: { userId: string; memberName: string }): void {
    block({ userId, isOn: true })
    toast({
      text: roomText('row.blocked', { name: memberName }),
      durationMs: UNDO_MS,
      action: { label: roomText('row.undo'), onPress: () => block({ userId, isOn: false }) },
    })
  }

  return (row) => {
    const items: MenuItem[] = []
    const text = textOf(row)
    if (row.kind === 'order' && legsOf(row).length > 0) {
      const onPress = () => followOrder(row)
      items.push({ key: 'follow', label: roomText('row.follow'), icon: <ReceiptText size={16} />, onPress })
    }
    if (canReplyTo(row, role)) {
      const onPress = () => setReply(row)
      items.push({ key: 'reply', label: roomText('chat.reply'), icon: <Reply size={16} />, onPress })
    }
    if (role !== 'anon' && isByOther(row)) {
      const onPress = () => setMention(row.author.memberName)
      items.push({ key: 'mention', label: roomText('row.mention'), icon: <AtSign size={16} />, onPress })
    }
    if (text !== null) {
      items.push({
        key: 'copy',
        label: roomText('row.copy'),
        icon: <Copy size={16} />,
        onPress: () => void copyWithToast(text),
      })
    }
    if (isByOther(row)) {
      const onPress = () => blockAuthor(row.author)
      items.push({ key: 'block', label: roomText('row.block'), icon: <UserX size={16} />, startsGroup: true, onPress })
    }
    if (role !== 'anon' && isMessage(row) && isByOther(row)) {
      items.push({
        key: 'report',
        label: roomText('row.report'),
        icon: <Flag size={16} />,
        onPress: () => onReport(row),
      })
    }
    return items
  }
}
