import { useAtomValue } from 'jotai'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { CODES } from '#protocol/codes.ts'
import { roomText } from '#messages/zh/room.ts'
import type { Administration } from '#features/administration/use-administration.tsx'
import { Composer, SignInToChat } from '#features/chat/composer/Composer.tsx'
import { ChatList } from '#features/chat/list/ChatList.tsx'
import { roomSnapshotAtom } from '#state/feed/feed-atoms.ts'
import { sessionAtom } from '#state/session/session.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import styles from './RoomChat.module.css'
import type { Room } from './use-room.ts'

interface MessagesProps {
  readonly room: Room
  readonly chatRoomNo: string
  readonly administration: Administration
}

/** The chat list, or why the room could not be entered. */
export function Messages({ room, chatRoomNo, administration }: MessagesProps) {
  const { sayAgain, dismiss, loadOlder, reopen, failure } = room
  const failedActions = useMemo(
    () => ({ onRetry: (cid: string) => void sayAgain(cid), onDismiss: dismiss }),
    [sayAgain, dismiss],
  )
  // Mounted with the first rows: a list mounted earlier would only move when the pinned message appears.
  const hasEntered = useDeferredValue(useAtomValue(roomSnapshotAtom) !== null)
  if (failure && failure.code !== CODES.ROOM_CLOSED) {
    const message = `${roomText('room.chatFailed')}：${failure.message}`
    return <ErrorPanel message={message} failure={failure} onRetry={reopen} />
  }
  return (
    hasEntered && (
      <ChatList
        chatRoomNo={chatRoomNo}
        failedActions={failedActions}
        onLoadOlder={() => void loadOlder()}
        moreItems={administration.rowItems}
      />
    )
  )
}

interface ChatInputProps {
  readonly room: Room
  readonly chatRoomNo: string
  readonly signInPath: string
  readonly giftButton: ReactNode
}

/** The composer for members; the sign-in link for visitors. */
export function ChatInput({ room, chatRoomNo, signInPath, giftButton }: ChatInputProps) {
  const session = useAtomValue(sessionAtom)
  const { chat: isChatOn } = useAtomValue(entrancesAtom)
  // It is not known yet whether this is a member or a visitor.
  if (session === undefined) return <div className={styles.waiting} />
  if (session === null) {
    if (!isChatOn) return <p className={styles.off}>{roomText('chat.closed')}</p>
    return <SignInToChat to={signInPath} giftButton={giftButton} />
  }
  const isClosed = room.failure?.code === CODES.ROOM_CLOSED || !isChatOn
  return <Composer chatRoomNo={chatRoomNo} onSay={room.say} isClosed={isClosed} giftButton={giftButton} />
}
