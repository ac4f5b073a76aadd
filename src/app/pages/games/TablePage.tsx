import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { tableRoomOf } from '#protocol/room/kinds.ts'
import { type LiveTable, tableOf, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import { gameText } from '#messages/zh/game.ts'
import { tablesText } from '#messages/zh/tables.ts'
import { useAdministration } from '#features/administration/use-administration.tsx'
import { ChatAnnouncer } from '#features/chat/list/ChatAnnouncer.tsx'
import { GameBar } from '#features/game/GameBar.tsx'
import { NotFound } from '#features/news/NotFound.tsx'
import { TableView, tableName } from '#features/table/TableView.tsx'
import { useSeat } from '#features/table/use-seat.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { takeTables, useTableState } from '#state/games/tables.ts'
import { loginPath } from '#state/session/login-path.ts'
import { memberChangesAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { BackLink } from '#ui/button/BackLink.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { ChatInput, Messages } from '../../room/ChatParts.tsx'
import chatStyles from '../../room/RoomChat.module.css'
import { type Room, useRoom } from '../../room/use-room.ts'
import { useLeave } from './use-leave.ts'
import styles from './TablePage.module.css'

const HALL = '/app/live-casino'
const NO_PARAMS = {}

/** `/app/game/YBZR/:tableId` (S1.8): a live table with its chat. */
export function TablePage() {
  const { tableId = '' } = useParams()
  const table = tableOf(tableId)
  const changes = useAtomValue(memberChangesAtom)
  if (table) return <OpenTable key={`${tableId} ${changes}`} table={table} />
  return (
    <NotFound title={tablesText('goneTitle')} text={tablesText('goneText')} to={HALL} action={tablesText('back')} />
  )
}

function OpenTable({ table }: { readonly table: LiveTable }) {
  const { tableId } = table
  const chatRoomNo = tableRoomOf(tableId)
  const room = useRoom(chatRoomNo)
  const query = useServerData('table.list', NO_PARAMS)
  const state = useTableState(tableId)
  const seat = useSeat(table, state)
  const { skin } = useAtomValue(siteAtom)
  const { pathname } = useLocation()
  const [startedAt] = useState(Date.now)
  const leaving = useLeave(TABLES_VENUE, HALL)
  useDocumentTitle(tableName(tableId))
  const { data } = query
  useEffect(() => {
    if (data !== null) takeTables(data.list.map((one) => one.state))
  }, [data])
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <div className={styles.head}>
          <BackLink to={HALL}>{tablesText('back')}</BackLink>
          <h1>{tableName(tableId)}</h1>
        </div>
        {seat.isMember && (
          <GameBar
            currency={seat.currency}
            balance={seat.balance}
            startedAt={startedAt}
            net={seat.net}
            isLeaving={leaving.isLeaving}
            onTransfer={seat.transfer}
            onExit={() => leaving.leave(seat.balance)}
          />
        )}
        {leaving.failure && (
          <p className={styles.failure} role="alert">
            {leaving.failure.message} <Link to={HALL}>{gameText('page.leave')}</Link>
          </p>
        )}
        {state ? (
          <TableView table={table} state={state} seat={seat} signInPath={loginPath(skin, pathname)} />
        ) : (
          <Loaded query={{ ...query, data: null }} level={2} failed={tablesText('failed')} rows={3} height={180} />
        )}
      </div>
      <div className={styles.chat}>
        <TableChat room={room} chatRoomNo={chatRoomNo} />
      </div>
    </div>
  )
}

/** The chat of a live table: no gifts and no ranking. */
function TableChat({ room, chatRoomNo }: { readonly room: Room; readonly chatRoomNo: string }) {
  const administration = useAdministration(chatRoomNo)
  const { skin } = useAtomValue(siteAtom)
  const { pathname } = useLocation()
  return (
    <Panel className={chatStyles.chat}>
      <h2 className="visually-hidden">{tablesText('chat')}</h2>
      <div className={chatStyles.log}>
        <div className={chatStyles.messages}>
          <Messages room={room} chatRoomNo={chatRoomNo} administration={administration} />
        </div>
      </div>
      <div className={chatStyles.foot}>
        <ChatInput room={room} chatRoomNo={chatRoomNo} signInPath={loginPath(skin, pathname)} giftButton={null} />
      </div>
      <ChatAnnouncer />
    </Panel>
  )
}
