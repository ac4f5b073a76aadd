import { useAtomValue } from 'jotai'
import { Gift, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { roomText } from '#messages/zh/room.ts'
import { adminText } from '#messages/zh/administration.ts'
import type { AdminWindowProps } from '#features/administration/AdminWindow.tsx'
import { type Administration, useAdministration } from '#features/administration/use-administration.tsx'
import { ChatAnnouncer } from '#features/chat/list/ChatAnnouncer.tsx'
import { ChatMenu } from '#features/chat/menu/ChatMenu.tsx'
import { ComboButton } from '#features/gift/ComboButton.tsx'
import { BuyCoinsDialog, SpendingPause } from '#features/gift/GiftDialogs.tsx'
import { GiftHistory } from '#features/gift/GiftHistory.tsx'
import { GiftPanel } from '#features/gift/GiftPanel.tsx'
import { GiftRail } from '#features/gift/GiftRail.tsx'
import { GiftRanking } from '#features/gift/GiftRanking.tsx'
import { GiftSheet } from '#features/gift/GiftSheet.tsx'
import { GiftTrays } from '#features/gift/GiftTrays.tsx'
import { type GiftController, useGifts } from '#features/gift/use-gifts.ts'
import { PinnedMessage, WelcomeStrip } from '#features/marquee/ChatStrips.tsx'
import { roomSnapshotAtom } from '#state/feed/feed-atoms.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { loginPath } from '#state/session/login-path.ts'
import { memberChangesAtom, sessionAtom } from '#state/session/session.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { siteAtom } from '#state/site/site.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { lazyWindow } from '#ui/state/lazy-part.tsx'
import styles from './RoomChat.module.css'
import { ChatInput, Messages } from './ChatParts.tsx'
import type { Room } from './use-room.ts'
import { Menu, type MenuItem } from '#ui/overlay/Menu.tsx'

const AdminWindow = lazyWindow<AdminWindowProps>(
  async () => (await import('#features/administration/AdminWindow.tsx')).AdminWindow,
  ({ open }) => open(null),
)

export interface RoomChatProps {
  readonly detail: MatchDetail
  readonly room: Room
  readonly isWide: boolean
}

/** Chat, gifts and composer of a room. Keyed, so that no state of another member remains. */
export function RoomChat(props: RoomChatProps) {
  return <Chat key={useAtomValue(memberChangesAtom)} {...props} />
}

function Chat({ detail, room, isWide }: RoomChatProps) {
  const { chatRoomNo, anchorRoomId, anchor } = detail.match
  const session = useAtomValue(sessionAtom)
  const { gifts: hasGifts } = useAtomValue(entrancesAtom)
  const { skin } = useAtomValue(siteAtom)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const signInPath = loginPath(skin, pathname + search)
  const gifts = useGifts({ chatRoomNo, anchorRoomId, onSignIn: () => void navigate(signInPath) })
  const administration = useAdministration(chatRoomNo)
  const { isAdmin, window: adminWindow, open: openAdminWindow } = administration
  return (
    <Panel className={styles.chat}>
      <h2 className="visually-hidden">{roomText('room.chat')}</h2>
      <ChatTabs
        room={room}
        chatRoomNo={chatRoomNo}
        anchorRoomId={anchorRoomId}
        administration={administration}
        isWide={isWide}
        gifts={hasGifts ? gifts : null}
      />
      <div className={styles.foot}>
        {isWide && hasGifts && <GiftPanel gifts={gifts} anchorName={anchor.anchor_nick} />}
        {isWide && hasGifts && (
          <div className={styles.rail}>
            <GiftRail gifts={gifts} />
          </div>
        )}
        <ChatInput
          room={room}
          chatRoomNo={chatRoomNo}
          signInPath={signInPath}
          giftButton={hasGifts && <GiftButton gifts={gifts} isWide={isWide} />}
        />
      </div>
      {!isWide && hasGifts && <GiftSheet gifts={gifts} anchorName={anchor.anchor_nick} anchorRoomId={anchorRoomId} />}
      <SpendingPause gifts={gifts} />
      {session && (
        <GiftHistory key={session.member.userId} isOpen={gifts.isHistoryOpen} onOpenChange={gifts.setHistoryOpen} />
      )}
      <BuyCoinsDialog isOpen={gifts.isBuying} onOpenChange={gifts.setBuying} short={gifts.missing} />
      {isAdmin && adminWindow && <AdminWindow chatRoomNo={chatRoomNo} window={adminWindow} open={openAdminWindow} />}
      <ChatAnnouncer />
    </Panel>
  )
}

interface ChatTabsProps {
  readonly room: Room
  readonly chatRoomNo: string
  readonly anchorRoomId: string
  readonly administration: Administration
  readonly isWide: boolean
  /** Null if the site has no gifts. */
  readonly gifts: GiftController | null
}

/** The chat list and the gift ranking. A phone has no tabs: the ranking is in the gift sheet. */
function ChatTabs({ room, chatRoomNo, anchorRoomId, administration, isWide, gifts }: ChatTabsProps) {
  const [chosenTab, setTab] = useState<'chat' | 'ranking'>('chat')
  const { chatSize } = useAtomValue(uiPreferencesAtom)
  // Hidden until it is known whether a pinned message takes space above.
  const isWaiting = useAtomValue(roomSnapshotAtom) === null && room.failure === null
  // A tab chosen in a wide window does not apply to a narrow one, which has no tabs.
  const hasGifts = gifts !== null
  const tab = hasGifts && isWide ? chosenTab : 'chat'
  const tools = (
    <div className={styles.tools}>
      {administration.isAdmin && <AdminMenu items={administration.roomItems} />}
      <ChatMenu isCompact={!isWide} />
    </div>
  )
  return (
    <Tabs value={tab} onValueChange={setTab} className={styles.tabs}>
      <div className={styles.head}>
        <TabList
          label={roomText('chat.tabs')}
          items={[
            { value: 'chat', label: roomText('chat.tab') },
            ...(hasGifts ? [{ value: 'ranking' as const, label: roomText('gift.ranking') }] : []),
          ]}
        />
        {tab === 'chat' && isWide && tools}
      </div>
      <TabPanel value="chat" className={styles.panel}>
        <div className={styles.log} data-chat-size={chatSize}>
          <PinnedMessage />
          <div className={styles.messages} data-waiting={isWaiting || undefined}>
            <WelcomeStrip />
            {!isWide && tools}
            <Messages room={room} chatRoomNo={chatRoomNo} administration={administration} />
            <GiftTrays />
            {gifts && <ComboButton gifts={gifts} />}
          </div>
        </div>
      </TabPanel>
      <TabPanel value="ranking" className={styles.panel}>
        <GiftRanking anchorRoomId={anchorRoomId} />
      </TabPanel>
      {tab === 'ranking' && (
        <div className={styles.trays}>
          <GiftTrays />
        </div>
      )}
    </Tabs>
  )
}

function GiftButton({ gifts, isWide }: { readonly gifts: GiftController; readonly isWide: boolean }) {
  return (
    <IconButton
      className={styles.giftButton}
      label={roomText('gift.button')}
      icon={isWide ? <Gift size={20} /> : <img src="/art/gift-cup.svg" width={24} height={24} alt="" />}
      {...(!isWide && { 'aria-haspopup': 'dialog' })}
      aria-expanded={gifts.isOpen}
      onClick={() => gifts.setOpen(!gifts.isOpen)}
    />
  )
}

/** The administration menu in the chat header. */
function AdminMenu({ items }: { readonly items: readonly MenuItem[] }) {
  return (
    <Menu
      trigger={<IconButton size="small" label={adminText('menu')} icon={<ShieldCheck size={20} />} />}
      items={items}
    />
  )
}
