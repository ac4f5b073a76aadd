import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router-dom'
import { tablesText } from '#messages/zh/tables.ts'
import { useAdministration } from '#features/administration/use-administration.tsx'
import { ChatAnnouncer } from '#features/chat/list/ChatAnnouncer.tsx'
import { loginPath } from '#state/session/login-path.ts'
import { siteAtom } from '#state/site/site.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { ChatInput, Messages } from './ChatParts.tsx'
import styles from './RoomChat.module.css'
import type { Room } from './use-room.ts'

/** The chat of a live table: no gifts and no ranking. */
export function TableChat({ room, chatRoomNo }: { readonly room: Room; readonly chatRoomNo: string }) {
  const administration = useAdministration(chatRoomNo)
  const { skin } = useAtomValue(siteAtom)
  const { pathname } = useLocation()
  return (
    <Panel className={styles.chat}>
      <h2 className="visually-hidden">{tablesText('chat')}</h2>
      <div className={styles.log}>
        <div className={styles.messages}>
          <Messages room={room} chatRoomNo={chatRoomNo} administration={administration} />
        </div>
      </div>
      <div className={styles.foot}>
        <ChatInput room={room} chatRoomNo={chatRoomNo} signInPath={loginPath(skin, pathname)} giftButton={null} />
      </div>
      <ChatAnnouncer />
    </Panel>
  )
}
