import { useAtom, useAtomValue } from 'jotai'
import { ChevronsRight, MessageSquareText } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState, useCallback } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { whenRested } from '#lib/browser/when-rested.ts'
import { isNotFound } from '#lib/failures.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { videoChannel } from '#protocol/rules/venue.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { roomText } from '#messages/zh/room.ts'
import { commonText } from '#messages/zh/common.ts'
import type { StatsPanelProps } from '#features/perf/StatsPanel.tsx'
import { preloadEngine } from '#features/player/engine/load-engine.ts'
import { distinctSources } from '#features/player/source/source-url.ts'
import { pictureOf } from '#features/player/player-state.ts'
import { serverNow } from '#transport/client.ts'
import { liveDetailPrefetch } from '#state/data/prefetch.ts'
import { type MatchDetail, matchDetailAtom } from '#state/room/room-match.ts'
import { type ServerData, useServerData } from '#state/data/use-server-data.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useIsPageFullScreen } from '#ui/hooks/use-full-screen-element.ts'
import { useMedia } from '#ui/hooks/use-media.ts'
import { skinOverPicture } from '#ui/skin.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { lazyPart, lazyWindow, MissingNote } from '#ui/state/lazy-part.tsx'
import { RegionBoundary } from '#ui/state/RegionBoundary.tsx'
import type { RoomChatProps } from '../../room/RoomChat.tsx'
import { ChatSkeleton, RoomSkeleton } from '../../room/RoomSkeleton.tsx'
import { OtherRooms, RoomStage } from '../../room/RoomStage.tsx'
import { roomPath } from '#lib/room-path.ts'
import { roomTitle } from '../../room/room-title.ts'
import type { RoomSlipProps } from '../../room/RoomSlip.tsx'
import { type Room, useFreshDetail, useRoom } from '../../room/use-room.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './RoomPage.module.css'
import { followedOrderAtom, hasStoredSlip } from '#state/slip/followed-order.ts'
import { store } from '#state/store.ts'
import { isRoomPlayingAtom, miniRoomAtom, pictureRatioAtom } from '#state/room/player-stats.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'

const StatsPanel = lazyWindow<StatsPanelProps>(
  async () => (await import('#features/perf/StatsPanel.tsx')).StatsPanel,
  ({ onClose }) => onClose(),
)

const loadChat = async () => (await import('../../room/RoomChat.tsx')).RoomChat
const RoomChat = lazyPart<RoomChatProps>(loadChat, { Waiting: ChatSkeleton, Missing: MissingNote, isDeferred: true })
// Loaded in parallel with the room's data. After a failure the component tries again.
loadChat().catch(() => undefined)

/** Loaded with the first followed order, or later if this browser has a slip. */
const RoomSlip = lazyWindow<RoomSlipProps>(
  async () => (await import('../../room/RoomSlip.tsx')).RoomSlip,
  () => undefined,
)

/**
 * Loads the lab of `/app/perf`. Here, because the bundler then leaves the modules that it shares with rooms in the files of
 * rooms: the first load of a room stays the same.
 */
export const loadLab = () => import('../../lab/LabView.tsx')

/** One live room (`/app/live/:eid`). */
export function RoomPage() {
  const { eid = '' } = useParams()
  // A new key per room, so that no state of the previous room remains.
  return <RoomLoader key={eid} eid={eid} />
}

function RoomLoader({ eid }: { readonly eid: string }) {
  const {
    data: detail,
    failure,
    isLoading,
    retry,
  } = useServerData('live.detail', { eid }, { prefetch: liveDetailPrefetch })
  useFreshDetail(detail, retry)
  const video = useServerData('live.playingVideo', detail && videoOf(detail))
  const room = useRoom(detail?.match.chatRoomNo)
  const [known, setDetail] = useAtom(matchDetailAtom)
  useValidSources(video)
  useMiniPlayer(detail, video.data)
  // Set before paint, because all parts of the match read it.
  useLayoutEffect(() => setDetail(detail), [detail, setDetail])
  useLayoutEffect(() => () => setDetail(null), [setDetail])
  // Deferred, so that sources and log are requested before the expensive rendering.
  const drawn = useDeferredValue(known)
  const isLive =
    detail !== null && pictureOf(detail.match.anchor_status, detail.match.clock.phase === 'ended') === 'live'
  useEffect(() => {
    if (isLive) preloadEngine()
  }, [isLive])
  const isUnknown = isNotFound(failure)
  if (drawn !== null) return <OpenRoom detail={drawn} video={video} room={room} />
  if (isLoading || detail !== null) return <RoomSkeleton />
  if (isUnknown) return <UnknownRoom eid={eid} />
  return (
    <div className={styles.message}>
      <ErrorPanel message={failure?.message ?? roomText('room.failedText')} failure={failure} onRetry={retry} />
    </div>
  )
}

/** Sources are requested again this long before their URLs expire. */
const RENEW_BEFORE_MS = 10 * MINUTE_MS

/** Keeps the URLs of the sources valid, so that the player can reconnect at any time. */
function useValidSources({ data, retry }: ServerData<DataOf<'live.playingVideo'>>): void {
  const expireAt = data?.expireAt
  useEffect(() => {
    if (expireAt === undefined) return
    const timer = setTimeout(retry, Math.max(MINUTE_MS, expireAt - serverNow() - RENEW_BEFORE_MS))
    return () => clearTimeout(timer)
  }, [expireAt, retry])
}

/**
 * Opens the small window when the viewer leaves the room while it plays. Must run before {@link matchDetailAtom} is
 * cleared.
 */
function useMiniPlayer(detail: MatchDetail | null, video: DataOf<'live.playingVideo'> | null): void {
  const leave = useEffectEvent(() => {
    const isWanted = store.get(isRoomPlayingAtom) && store.get(uiPreferencesAtom).hasMiniPlayer
    if (!isWanted || detail === null || video === null) return
    store.set(miniRoomAtom, {
      path: roomPath(detail.match.eid),
      title: roomTitle(detail),
      artist: detail.match.anchor.anchor_nick,
      artwork: detail.match.anchor.logo_square,
      sources: distinctSources(video.lines, window.location.href),
    })
  })
  useLayoutEffect(() => {
    store.set(miniRoomAtom, null)
    return () => leave()
  }, [])
}

function videoOf({ match }: MatchDetail): RequestOf<'live.playingVideo'> {
  return { matchId: match.matchId, channel: videoChannel(match.ve_name) }
}

function UnknownRoom({ eid }: { readonly eid: string }) {
  useDocumentTitle(roomText('room.unknownTitle'))
  return (
    <div className={styles.unknown}>
      <EmptyState
        title={roomText('room.unknownTitle')}
        text={roomText('room.unknownNone')}
        action={
          <Link className={buttonClass({ kind: 'primary' })} to="/app/live">
            {roomText('room.unknownAction')}
          </Link>
        }
      />
      <OtherRooms eid={eid} kind="football" title={roomText('room.others')} />
    </div>
  )
}

interface OpenRoomProps {
  readonly detail: MatchDetail
  readonly video: ServerData<DataOf<'live.playingVideo'>>
  readonly room: Room
}

function OpenRoom({ detail, video, room }: OpenRoomProps) {
  const isWide = useMedia('(min-width: 1024px)')
  const isImmersive = useImmersive()
  const keyboard = useKeyboard()
  const stats = useStatsShown(useLocation().search)
  useDocumentTitle(roomTitle(detail))
  const pictureShape = usePictureShape()
  const named = video.data?.lines
  const sources = useMemo(() => named && distinctSources(named, window.location.href), [named])
  return (
    <div
      className={styles.room}
      data-immersive={isImmersive || undefined}
      data-keyboard={keyboard !== null || undefined}
      data-without-line={detail.match.kind === 'anchor' || undefined}
      style={{ ...pictureShape, ...(keyboard !== null && { maxHeight: keyboard }) }}
    >
      <RegionBoundary name={commonText('region.stage')}>
        <RoomStage
          detail={detail}
          sources={sources ?? (video.failure === null ? null : NO_SOURCES)}
          onReload={video.retry}
          isWide={isWide && !isImmersive}
        />
      </RegionBoundary>
      <RegionBoundary name={commonText('region.chat')}>
        <ChatSide isImmersive={isImmersive}>
          <RoomChat detail={detail} room={room} isWide={isWide && !isImmersive} />
        </ChatSide>
      </RegionBoundary>
      <LazySlip detail={detail} />
      {stats.isShown && <StatsPanel onClose={stats.close} />}
    </div>
  )
}

/** Latest time to load the slip of a busy room. */
const SLIP_AT_LATEST_MS = 4_000

/** The slip, once it is wanted: by an order of the chat, the URL, or a slip of an earlier page. */
function LazySlip({ detail }: RoomSlipProps) {
  const hasOrder = useAtomValue(followedOrderAtom) !== null
  const isAsked = new URLSearchParams(useLocation().search).has('slip')
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && (hasOrder || isAsked)) setWanted(true)
  useEffect(() => {
    if (hasStoredSlip()) return whenRested(() => setWanted(true), SLIP_AT_LATEST_MS)
  }, [])
  return isWanted && <RoomSlip detail={detail} />
}

const NO_SOURCES: [] = []

/** Limits of the shape of the stage, as width / height. A narrower or wider picture has bars. */
const MIN_STAGE_RATIO = 4 / 3
const MAX_STAGE_RATIO = 21 / 9

/** The shape of the picture of this room, for its layout; that of the styles, 16:9, until it is known. */
function usePictureShape(): CSSProperties {
  const [ratio, setRatio] = useAtom(pictureRatioAtom)
  useLayoutEffect(() => () => setRatio(null), [setRatio])
  if (ratio === null) return {}
  const shape = Math.min(MAX_STAGE_RATIO, Math.max(MIN_STAGE_RATIO, ratio))
  return { '--picture-ratio': shape.toFixed(4) } as CSSProperties
}

/**
 * Whether the picture fills the window, with score, chat and composer over it: in full screen, and on a phone in
 * landscape.
 */
function useImmersive(): boolean {
  const isPhoneInLandscape = useMedia(PHONE_IN_LANDSCAPE)
  const isFullScreen = useIsPageFullScreen()
  // The next page has its own layout.
  useEffect(() => {
    if (isFullScreen) return () => void document.exitFullscreen().catch(() => undefined)
  }, [isFullScreen])
  return isFullScreen || isPhoneInLandscape
}

/** An on-screen keyboard makes the window of an upright phone wide, but not 560 px. */
const PHONE_IN_LANDSCAPE =
  '(orientation: landscape) and (min-width: 560px) and (max-width: 1023px) and (max-height: 560px) and (pointer: coarse)'

interface ChatSideProps {
  readonly isImmersive: boolean
  readonly children: ReactNode
}

/** The place of the chat. Over the picture it is dark in every skin, and can be folded. */
function ChatSide({ isImmersive, children }: ChatSideProps) {
  const [isFolded, setFolded] = useState(false)
  if (!isImmersive) return <div className={styles.side}>{children}</div>
  return (
    <div className={styles.side} data-skin={skinOverPicture()} data-layout="edge" data-folded={isFolded || undefined}>
      <IconButton
        className={styles.fold}
        ground="video"
        label={isFolded ? roomText('chat.unfold') : roomText('chat.fold')}
        icon={isFolded ? <MessageSquareText size={20} /> : <ChevronsRight size={20} />}
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
      />
      {children}
    </div>
  )
}

/** If the page is lower than this share of the screen while the viewer types, an on-screen keyboard is open. */
const MAX_SHARE = 0.72

function heightAboveKeyboard(): number | null {
  const isTyping = document.activeElement instanceof HTMLInputElement
  const height = Math.min(window.visualViewport?.height ?? window.innerHeight, window.innerHeight)
  return isTyping && window.innerWidth < height * 1.4 && height < window.screen.height * MAX_SHARE ? height : null
}

/**
 * Returns the height above the on-screen keyboard of a phone in pixels, or null without one. Some browsers shrink the
 * page, others only the visual viewport; both are measured.
 */
export function useKeyboard(): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) return
    const measure = () => setHeight(heightAboveKeyboard())
    const stop = new AbortController()
    window.visualViewport?.addEventListener('resize', measure, { signal: stop.signal })
    window.addEventListener('focusin', measure, { signal: stop.signal })
    window.addEventListener('focusout', measure, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return height
}

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'

const opensStats = (query: URLSearchParams) => query.has('stats') || query.get('perf') === '1'

/** Whether the panel is open: `?stats` or `?perf=1` (D.8) in the URL opens it; the key ~ toggles it unless keyboard shortcuts are off. */
export function useStatsShown(search: string): { isShown: boolean; close: () => void } {
  const [isShown, setShown] = useState(() => opensStats(new URLSearchParams(search)))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (event.code !== 'Backquote' || isTyping || hasModifier || event.repeat) return
      if (!store.get(uiPreferencesAtom).hasShortcuts) return
      event.preventDefault()
      setShown((shown) => !shown)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { isShown, close: useCallback(() => setShown(false), []) }
}
