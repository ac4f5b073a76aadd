import { useAtomValue } from 'jotai'
import { Gift } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import { rt } from '#lib/text/room.ts'
import { AdminMenu } from '#features/administration/AdminMenu.tsx'
import { useAdministration } from '#features/administration/use-administration.tsx'
import { ChatAnnouncer } from '#features/chat/ChatAnnouncer.tsx'
import { ChatList } from '#features/chat/ChatList.tsx'
import { ChatMenu } from '#features/chat/ChatMenu.tsx'
import { Composer } from '#features/chat/Composer.tsx'
import { SignInToChat } from '#features/chat/SignInToChat.tsx'
import { BuyCoinsDialog } from '#features/gift/BuyCoinsDialog.tsx'
import { GiftHistory } from '#features/gift/GiftHistory.tsx'
import { GiftPanel } from '#features/gift/GiftPanel.tsx'
import { GiftRail } from '#features/gift/GiftRail.tsx'
import { GiftRanking } from '#features/gift/GiftRanking.tsx'
import { GiftSheet } from '#features/gift/GiftSheet.tsx'
import { GiftTrays } from '#features/gift/GiftTrays.tsx'
import { SpendingPause } from '#features/gift/SpendingPause.tsx'
import { useGiftController } from '#features/gift/use-gift-desk.ts'
import { PinnedLine } from '#features/marquee/PinnedLine.tsx'
import { WelcomeStrip } from '#features/marquee/WelcomeStrip.tsx'
import { entrancesAtom } from '#state/site/entrances.ts'
import { loginPath } from '#state/session/login-path.ts'
import { roomSnapshotAtom } from '#state/feed/feed-atoms.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TabList, TabPanel, Tabs } from '#ui/Tabs.tsx'
import { createDrawItem } from './draw-item.tsx'
import { RoomAdministration } from './RoomAdministration.tsx'
import styles from './RoomChat.module.css'
import type { Room } from './use-room.ts'

export interface RoomChatProps {
  readonly detail: MatchDetail
  readonly room: Room
  readonly isWide: boolean
}

/** Chat, gifts and composer of a room. */
export function RoomChat({ detail, room, isWide }: RoomChatProps) {
  const { chatRoomNo, anchorRoomId, anchor } = detail.match
  const [tab, setTab] = useState<'chat' | 'ranking'>('chat')
  const session = useAtomValue(sessionAtom)
  const { chatSize } = useAtomValue(uiPreferencesAtom)
  const { skin } = useAtomValue(siteAtom)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const signInTo = loginPath(skin, pathname + search)
  const desk = useGiftController({ chatRoomNo, anchorRoomId, onSignIn: () => void navigate(signInTo) })
  const { say, sayAgain, dismiss, loadOlder, reopen, failure } = room
  const drawItem = useMemo(
    () => createDrawItem({ onAgain: (cid) => void sayAgain(cid), onDismiss: dismiss }),
    [sayAgain, dismiss],
  )
  const { chat: isChatOn, gifts: areGiftsOn } = useAtomValue(entrancesAtom)
  // The list comes with its lines: one that is there before only moves when the pinned line comes.
  const hasEntered = useDeferredValue(useAtomValue(roomSnapshotAtom) !== null)
  const isClosed = failure?.code === CODES.ROOM_CLOSED
  const administration = useAdministration(chatRoomNo)

  const giftButton = areGiftsOn && (
    <IconButton
      className={styles.giftButton}
      label={rt('gift.button')}
      icon={isWide ? <Gift size={20} /> : <img src="/art/gift-cup.svg" width={24} height={24} alt="" />}
      {...(!isWide && { 'aria-haspopup': 'dialog' })}
      aria-expanded={desk.isOpen}
      onClick={() => desk.setOpen(!desk.isOpen)}
    />
  )
  const chat = (
    <>
      <PinnedLine />
      <WelcomeStrip />
      {failure && !isClosed ? (
        <ErrorPanel
          message={`${rt('room.chatFailed')}：${failure.message}`}
          code={failure.code}
          traceId={failure.traceId}
          onRetry={reopen}
        />
      ) : (
        hasEntered && (
          <ChatList
            chatRoomNo={chatRoomNo}
            renderItem={drawItem}
            onLoadOlder={() => void loadOlder()}
            moreItems={administration.rowItems}
          />
        )
      )}
    </>
  )
  // Phones have no head of tabs: what was chosen in a wide window does not hold where nobody could choose again.
  const openTab = areGiftsOn && isWide ? tab : 'chat'
  return (
    <Panel className={styles.chat}>
      <h2 className="visually-hidden">{rt('room.chat')}</h2>
      <Tabs value={openTab} onValueChange={setTab} className={styles.tabs}>
        <div className={styles.head}>
          <TabList
            label={rt('chat.tabs')}
            items={[
              { value: 'chat', label: rt('chat.tab') },
              ...(areGiftsOn ? [{ value: 'ranking' as const, label: rt('gift.ranking') }] : []),
            ]}
          />
          {openTab === 'chat' && isWide && (
            <div className={styles.tools}>
              {administration.isAdmin && <AdminMenu items={administration.roomItems} />}
              <ChatMenu />
            </div>
          )}
        </div>
        <TabPanel value="chat" className={styles.panel}>
          <div className={styles.log} data-chat-size={chatSize}>
            {chat}
            {!isWide && <GiftTrays />}
            {!isWide && (
              <div className={styles.tools}>
                {administration.isAdmin && <AdminMenu items={administration.roomItems} />}
                <ChatMenu isCompact />
              </div>
            )}
          </div>
        </TabPanel>
        <TabPanel value="ranking" className={styles.panel}>
          <GiftRanking anchorRoomId={anchorRoomId} />
        </TabPanel>
        {/* Under either panel: a gift is seen at once, by its giver first of all, whichever is open. */}
        {isWide && <GiftTrays />}
      </Tabs>
      <div className={styles.foot}>
        {isWide && areGiftsOn && <GiftPanel desk={desk} anchorName={anchor.anchor_nick} />}
        {isWide && areGiftsOn && (
          <div className={styles.rail}>
            <GiftRail desk={desk} />
          </div>
        )}
        {session === undefined && <div className={styles.waiting} />}
        {session === null && !isChatOn && <p className={styles.off}>{rt('chat.closed')}</p>}
        {session === null && isChatOn && <SignInToChat to={signInTo} giftButton={giftButton} />}
        {session && (
          <Composer chatRoomNo={chatRoomNo} onSay={say} isClosed={isClosed || !isChatOn} giftButton={giftButton} />
        )}
      </div>
      {!isWide && areGiftsOn && <GiftSheet desk={desk} anchorName={anchor.anchor_nick} anchorRoomId={anchorRoomId} />}
      <SpendingPause desk={desk} />
      {session && (
        <GiftHistory key={session.member.userId} isOpen={desk.isHistoryOpen} onOpenChange={desk.setHistoryOpen} />
      )}
      <BuyCoinsDialog isOpen={desk.isBuying} onOpenChange={desk.setBuying} short={desk.missing} />
      <RoomAdministration chatRoomNo={chatRoomNo} administration={administration} />
      <ChatAnnouncer />
    </Panel>
  )
}
