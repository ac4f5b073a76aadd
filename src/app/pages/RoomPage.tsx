import { useSetAtom } from 'jotai'
import { useDeferredValue, useEffect, useLayoutEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { videoChannel } from '#protocol/rules/venue.ts'
import { rt } from '#lib/text/room.ts'
import { preloadEngine } from '#features/player/engine.ts'
import type { MatchDetail } from '#state/room-match.ts'
import { matchDetailAtom } from '#state/room-match.ts'
import type { ServerData } from '#state/use-server-data.ts'
import { useServerData } from '#state/use-server-data.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { useMedia } from '#ui/use-media.ts'
import { OtherRooms } from '../room/OtherRooms.tsx'
import { RoomChat } from '../room/RoomChat.tsx'
import { RoomSkeleton } from '../room/RoomSkeleton.tsx'
import { RoomStage } from '../room/RoomStage.tsx'
import { roomTitle } from '../room/room-title.ts'
import { useKeyboard } from '../room/use-keyboard.ts'
import { useRoom } from '../room/use-room.ts'
import { useDocumentTitle } from '../use-document-title.ts'
import styles from './RoomPage.module.css'

/** One live room (`/app/live/:eid`): what it is, its picture, its chat. */
export function RoomPage() {
  const { eid = '' } = useParams()
  // Another room is another screen: nothing of the last one may show through.
  return <RoomLoader key={eid} eid={eid} />
}

function RoomLoader({ eid }: { readonly eid: string }) {
  const { data: detail, failure, isLoading, retry } = useServerData('live.detail', { eid })
  const video = useServerData('live.playingVideo', detail && videoOf(detail))
  // Drawing a room takes a while: deferred, so that its lines are asked for before that begins.
  const drawn = useDeferredValue(detail)
  useEffect(preloadEngine, [])
  const isUnknown = failure?.code === CODES.NOT_FOUND || failure?.code === CODES.PARAM_ERROR
  if (drawn !== null) return <OpenRoom detail={drawn} video={video} />
  if (isLoading || detail !== null) return <RoomSkeleton />
  if (isUnknown) return <UnknownRoom eid={eid} />
  return (
    <div className={styles.message}>
      <ErrorPanel
        message={failure?.message ?? rt('room.failedText')}
        code={failure?.code}
        traceId={failure?.traceId}
        onRetry={retry}
      />
    </div>
  )
}

function videoOf({ match }: MatchDetail): RequestOf<'live.playingVideo'> {
  return { matchId: match.matchId, channel: videoChannel(match.ve_name) }
}

function UnknownRoom({ eid }: { readonly eid: string }) {
  useDocumentTitle(rt('room.unknownTitle'))
  return (
    <div className={styles.message}>
      <EmptyState
        title={rt('room.unknownTitle')}
        text={rt('room.unknownNone')}
        action={
          <Link className={buttonClass({ kind: 'primary' })} to="/app/live">
            {rt('room.unknownAction')}
          </Link>
        }
      />
      <OtherRooms eid={eid} kind="football" title={rt('room.others')} />
    </div>
  )
}

interface OpenRoomProps {
  readonly detail: MatchDetail
  readonly video: ServerData<DataOf<'live.playingVideo'>>
}

function OpenRoom({ detail, video }: OpenRoomProps) {
  const isWide = useMedia('(min-width: 1024px)')
  const keyboard = useKeyboard()
  const setDetail = useSetAtom(matchDetailAtom)
  const room = useRoom(detail.match.chatRoomNo)
  useDocumentTitle(roomTitle(detail))
  // Before the first paint: everything about the match reads it.
  useLayoutEffect(() => {
    setDetail(detail)
    return () => setDetail(null)
  }, [detail, setDetail])
  return (
    <div
      className={styles.room}
      data-keyboard={keyboard !== null || undefined}
      style={keyboard === null ? {} : { maxHeight: keyboard }}
    >
      <RoomStage
        detail={detail}
        lines={video.data?.lines ?? (video.failure === null ? null : NO_LINES)}
        onReload={video.retry}
        isWide={isWide}
      />
      <RoomChat detail={detail} room={room} isWide={isWide} />
    </div>
  )
}

const NO_LINES: [] = []
