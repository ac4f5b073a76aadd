import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { ChevronLeft, Share2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode, type TouchEvent } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import { horizontalAnchors } from '#protocol/rules/anchor.ts'
import { formatCount, formatKickoff } from '#lib/format.ts'
import { isInPlay } from '#lib/match/match-clock.ts'
import { roomText } from '#messages/zh/room.ts'
import { Danmaku, DanmakuControls } from '#features/danmaku/Danmaku.tsx'
import type { RoomEffectsProps } from '#features/effects/RoomEffects.tsx'
import { FollowButton } from '#features/follow/FollowButton.tsx'
import type { AnchorListProps } from '#features/match/AnchorList.tsx'
import { AnchorChip, AnchorRow } from '#features/match/AnchorRow.tsx'
import type { MatchBoardProps } from '#features/match/MatchBoard.tsx'
import { MatchLine } from '#features/match/MatchLine.tsx'
import { OddsRow } from '#features/match/OddsRow.tsx'
import type { PictureScoreProps } from '#features/match/PictureScore.tsx'
import { ScoreStrip } from '#features/match/ScoreStrip.tsx'
import { MarqueeMark, MarqueeStrip } from '#features/marquee/MarqueeStrip.tsx'
import { Player } from '#features/player/Player.tsx'
import { pictureOf, type PlayerPreferences } from '#features/player/player-state.ts'
import { isRoomPlayingAtom, pictureRatioAtom, playerStatsAtom } from '#state/room/player-stats.ts'
import { kickoffOf, type MatchDetail, type MatchNow, matchNowAtom, matchPhaseAtom } from '#state/room/room-match.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { type TabItem, TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { useMedia } from '#ui/hooks/use-media.ts'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { lazyPanel, lazyPart } from '#ui/state/lazy-part.tsx'
import { RegionBoundary } from '#ui/state/RegionBoundary.tsx'
import { serverNow } from '#transport/client.ts'
import type { OtherRoomsProps } from './OtherRooms.tsx'
import type { RoomInviteProps } from './RoomInvite.tsx'
import type { Point } from './room-swipe.ts'
import styles from './RoomStage.module.css'
import { roomTitle } from './room-title.ts'

/** Effects over the video. Not part of the first paint; omitted if their code cannot be loaded. */
const RoomEffects = lazyPart<RoomEffectsProps>(
  async () => (await import('#features/effects/RoomEffects.tsx')).RoomEffects,
  { Missing: () => null },
)

/** The entry of the red packet rain over the video, as above. */
const RoomRain = lazyPart<object>(async () => (await import('./RoomRain.tsx')).RoomRain, { Missing: () => null })

/** The scoreboard over a playing video. */
const PictureScore = lazyPart<PictureScoreProps>(
  async () => (await import('#features/match/PictureScore.tsx')).PictureScore,
  { Missing: () => null },
)

const MatchBoard = lazyPanel<MatchBoardProps>(async () => (await import('#features/match/MatchBoard.tsx')).MatchBoard)

const AnchorList = lazyPanel<AnchorListProps>(async () => (await import('#features/match/AnchorList.tsx')).AnchorList)

interface DetailProps {
  readonly detail: MatchDetail
}

const RoomData = lazyPanel<DetailProps>(async () => (await import('./RoomData.tsx')).RoomData)
const RoomLineUps = lazyPanel<DetailProps>(async () => (await import('./RoomData.tsx')).RoomLineUps)
const RoomAnchorShows = lazyPanel<DetailProps>(async () => (await import('./RoomData.tsx')).RoomAnchorShows)

/** Needed only by rooms that have ended or do not exist. */
export const OtherRooms = lazyPart<OtherRoomsProps>(async () => (await import('./OtherRooms.tsx')).OtherRooms, {
  Missing: () => null,
})

const RoomInvite = lazyPanel<RoomInviteProps>(async () => (await import('./RoomInvite.tsx')).RoomInvite)

interface RoomStageProps {
  readonly detail: MatchDetail
  /** Null while they are loading. */
  readonly sources: readonly StreamSource[] | null
  /** Loads the sources again. */
  readonly onReload: () => void
  readonly isWide: boolean
}

/** S3.31 */
const STAGE_TABS = ['animation', 'live', 'data', 'lineUp', 'anchor'] as const
type StageTab = (typeof STAGE_TABS)[number]

/** Windows in which the stage, which has the shape of the picture, leaves space for other rooms below it. */
const HAS_SPACE = '(min-width: 1024px) and (min-height: 980px) and (max-aspect-ratio: 4/3)'

/** The match of a room: score, video, tabs, anchor, odds. */
export function RoomStage({ detail, sources, onReload, isWide }: RoomStageProps) {
  const hasSpace = useMedia(HAS_SPACE)
  const now = useAtomValue(matchNowAtom)
  const [isSharing, setSharing] = useState(false)
  if (now === null) return null
  const { match } = detail
  const picture = pictureOf(now.anchorStatus, now.clock.phase === 'ended')
  const share = () => setSharing(true)
  return (
    <div className={styles.left}>
      <StageTabs
        detail={detail}
        isWide={isWide}
        keepsPicture={picture === 'live'}
        head={<ScoreStrip detail={detail} onShare={share} />}
      >
        <RoomPlayer
          detail={detail}
          now={now}
          sources={sources}
          onReload={onReload}
          isWide={isWide}
          picture={picture}
          onShare={share}
        />
      </StageTabs>
      {picture === 'ended' ? (
        <OtherRooms
          eid={match.eid}
          kind={match.kind}
          title={roomText('room.endedText')}
          isStrip
          teams={[match.team1, match.team2]}
        />
      ) : (
        <Panel className={styles.under}>
          {isWide && <AnchorRow detail={detail} action={<FollowAnchor anchor={match.anchor} isLead size="medium" />} />}
          <OddsRow venue={match.ve_name} />
        </Panel>
      )}
      {hasSpace && isWide && picture !== 'ended' && (
        <OtherRooms eid={match.eid} kind={match.kind} title={roomText('room.others')} />
      )}
      <Sheet isOpen={isSharing} onOpenChange={setSharing} title={roomText('match.share')}>
        <RoomInvite detail={detail} />
      </Sheet>
    </div>
  )
}

function EnlargeButton({ onPress }: { readonly onPress: () => void }) {
  return <button type="button" className={styles.enlarge} aria-label={roomText('match.toPicture')} onClick={onPress} />
}

interface StageTabsProps {
  readonly detail: MatchDetail
  readonly isWide: boolean
  /** The picture stays small beside the texts of other tabs. */
  readonly keepsPicture: boolean
  /** Above the tabs. */
  readonly head: ReactNode
  /** The player. */
  readonly children: ReactNode
}

/** Tabs of texts. They are taller than a picture on a phone, and leave space for a small one. */
const TEXT_TABS: ReadonlySet<StageTab> = new Set(['data', 'lineUp', 'anchor'])

/** The open tab. A coming match opens with its data, and changes to the video at the kick-off. */
function useStageTab(hasData: boolean) {
  const [search] = useSearchParams()
  const [chosen, setTab] = useState(() => STAGE_TABS.find((key) => key === search.get('tab')) ?? null)
  const phase = useAtomValue(matchPhaseAtom)
  return [chosen ?? (hasData && phase === 'before' ? 'data' : 'live'), setTab] as const
}

/** The tabs of the stage: animation, video, data, line-ups, anchors. `?tab=` in the address opens one, as `animation_url` does (S3.19). */
function StageTabs({ detail, isWide, keepsPicture, head, children }: StageTabsProps) {
  const { match } = detail
  const [tab, setTab] = useStageTab(match.kind !== 'anchor')
  const tabs = tabsOf(match)
  const swipe = useRoomSwipe(match)
  const isText = TEXT_TABS.has(tab)
  const isSmall = isText && keepsPicture
  return (
    <Panel isLead className={classNames(styles.stage, isText && styles.tall)}>
      {head}
      <Tabs value={tab} onValueChange={setTab} className={styles.tabs}>
        <div
          className={styles.media}
          data-tall={isText || undefined}
          data-small-picture={isSmall || undefined}
          data-without-picture={(tab !== 'live' && !isSmall) || undefined}
          {...swipe}
        >
          <MarqueeStrip />
          <TabPanel value="live" className={isSmall ? styles.small : styles.panel} isKept={isSmall}>
            {/* A small picture has no controls of its own. */}
            <div className={styles.whole} inert={isSmall}>
              {children}
            </div>
            {isSmall && <EnlargeButton onPress={() => setTab('live')} />}
          </TabPanel>
          <BoardPanels detail={detail} />
          <NeighbourButtons match={match} />
          {tab !== 'live' && !isWide && (
            <div className={styles.corner}>
              <BackLink title={roomTitle(detail)} />
            </div>
          )}
        </div>
        {isWide && <MatchLine kind={match.kind} />}
        <div className={styles.foot}>
          <TabList label={roomText('match.tabs')} items={tabs} />
          {!isWide && <AnchorChip detail={detail} action={<FollowAnchor anchor={match.anchor} isLead />} />}
        </div>
      </Tabs>
    </Panel>
  )
}

const loadSwipe = () => import('./room-swipe.ts')

/** Returns a function that goes to the next (1) or the previous (-1) live room, unless the viewer leaves meanwhile. */
function useNeighbour(match: MatchDetail['match']) {
  const navigate = useNavigate()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const here = new AbortController()
    leaving.current = here
    return () => here.abort()
  }, [])
  return async (direction: -1 | 1) => {
    const { signal } = leaving.current
    const { goToNeighbour } = await loadSwipe()
    await goToNeighbour(match, direction, navigate, signal)
  }
}

/** Handlers of swipes on the picture, which lead to the next and the previous live room. */
function useRoomSwipe(match: MatchDetail['match']) {
  const go = useNeighbour(match)
  const start = useRef<Point | null>(null)
  const end = async (from: Point, to: Point) => {
    const { swipeDirection } = await loadSwipe()
    const direction = swipeDirection(from, to, window.innerWidth)
    if (direction !== 0) await go(direction)
  }
  return {
    onTouchStart({ touches, target }: TouchEvent): void {
      const isOnPicture = target instanceof Element && target.closest('[data-video]') !== null
      const isFree = isOnPicture && touches.length === 1 && target.closest('button, a, input') === null
      start.current = isFree ? pointOf(touches) : null
    },
    onTouchEnd({ changedTouches }: TouchEvent): void {
      const to = pointOf(changedTouches)
      if (start.current !== null && to !== null) void end(start.current, to)
      start.current = null
    },
  }
}

function pointOf(touches: TouchEvent['touches']): Point | null {
  const touch = touches[0]
  return touch === undefined ? null : { x: touch.clientX, y: touch.clientY }
}

/** The same by keyboard and screen reader. The buttons appear while they have the focus. */
function NeighbourButtons({ match }: { readonly match: MatchDetail['match'] }) {
  const go = useNeighbour(match)
  return (
    <div className={styles.neighbours}>
      <button type="button" onClick={() => void go(-1)}>
        {roomText('room.previous')}
      </button>
      <button type="button" onClick={() => void go(1)}>
        {roomText('room.next')}
      </button>
    </div>
  )
}

function tabsOf(match: MatchDetail['match']): TabItem<StageTab>[] {
  const tabs: TabItem<StageTab>[] = [
    { value: 'animation', label: roomText('match.tab.animation') },
    { value: 'live', label: roomText('match.tab.live') },
  ]
  if (match.kind !== 'anchor') {
    tabs.push(
      { value: 'data', label: roomText('match.tab.data') },
      { value: 'lineUp', label: roomText('match.tab.lineUp') },
    )
  }
  // S4.33
  if (horizontalAnchors(match.anchor_list).all.length > 0)
    tabs.push({ value: 'anchor', label: roomText('match.tab.anchor') })
  return tabs
}

/** The panels beside the video. */
function BoardPanels({ detail }: { readonly detail: MatchDetail }) {
  return (
    <>
      <TabPanel value="animation" className={styles.board}>
        <RegionBoundary name={roomText('match.tab.animation')}>
          <MatchBoard detail={detail} />
        </RegionBoundary>
      </TabPanel>
      <TabPanel value="data" className={styles.board}>
        <RegionBoundary name={roomText('match.tab.data')}>
          <RoomData detail={detail} />
        </RegionBoundary>
      </TabPanel>
      <TabPanel value="lineUp" className={styles.board}>
        <RegionBoundary name={roomText('match.tab.lineUp')}>
          <RoomLineUps detail={detail} />
        </RegionBoundary>
      </TabPanel>
      <TabPanel value="anchor" className={styles.board}>
        <AnchorList detail={detail} renderAction={(anchor) => <FollowAnchor anchor={anchor} />}>
          <RegionBoundary name={roomText('match.tab.anchor')}>
            <RoomAnchorShows detail={detail} />
          </RegionBoundary>
        </AnchorList>
      </TabPanel>
    </>
  )
}

interface RoomPlayerProps extends RoomStageProps {
  readonly now: MatchNow
  readonly picture: ReturnType<typeof pictureOf>
  readonly onShare: () => void
}

/** The player with danmaku, effects, and the viewer count. */
function RoomPlayer({ detail, now, sources, onReload, isWide, picture, onShare }: RoomPlayerProps) {
  const [{ volume, isMuted, flvEngine, quality, showsDanmaku }, setPreferences] = useAtom(uiPreferencesAtom)
  const setPlayerStats = useSetAtom(playerStatsAtom)
  const setPlaying = useSetAtom(isRoomPlayingAtom)
  const setPictureRatio = useSetAtom(pictureRatioAtom)
  const onPreferences = useCallback((next: PlayerPreferences) => setPreferences(next), [setPreferences])
  const { match } = detail
  const title = roomTitle(detail)
  return (
    <Player
      sources={sources}
      onReload={onReload}
      picture={picture}
      title={title}
      isInPlay={match.kind !== 'anchor' && isInPlay(now.clock)}
      {...(picture === 'not-started' && { note: formatKickoff(kickoffOf(detail, now), serverNow()) })}
      topLeft={isWide ? null : <BackLink title={title} />}
      topRight={
        <>
          <MarqueeMark />
          {now.viewers > 0 && (
            <Plate>
              <span title={roomText('room.viewersNote')}>
                {roomText('room.viewers', { count: formatCount(now.viewers) })}
              </span>
            </Plate>
          )}
          {!isWide && (
            <IconButton
              label={roomText('match.share')}
              icon={<Share2 size={20} />}
              size="small"
              ground="video"
              aria-haspopup="dialog"
              onClick={onShare}
            />
          )}
        </>
      }
      preferences={{ volume, isMuted, flvEngine, quality }}
      artist={match.anchor.anchor_nick}
      artwork={match.anchor.logo_square}
      onPreferences={onPreferences}
      onStats={setPlayerStats}
      onPlaying={setPlaying}
      onShape={setPictureRatio}
      overlay={
        <>
          {picture === 'live' && <PictureScore match={match} isBelowLink={!isWide} />}
          {showsDanmaku && picture === 'live' && <Danmaku />}
          <RoomEffects key={match.chatRoomNo} chatRoomNo={match.chatRoomNo} />
          <RoomRain />
        </>
      }
      slot={<DanmakuControls />}
      isFullScreenOfPage
    />
  )
}

function BackLink({ title }: { readonly title: string }) {
  return (
    <Link className={styles.back} to="/app/live">
      <ChevronLeft size={16} aria-hidden="true" />
      <span className="visually-hidden">{roomText('room.back')}</span>
      <span>{title}</span>
    </Link>
  )
}

interface FollowAnchorProps {
  readonly anchor: Pick<MatchDetail['match']['anchor'], 'anchor_nick' | 'logo_square'>
  /** Uses the primary style, for the current anchor. */
  readonly isLead?: boolean
  readonly size?: 'tiny' | 'medium'
}

function FollowAnchor({ anchor, isLead = false, size = 'tiny' }: FollowAnchorProps) {
  const { anchor_nick: name, logo_square: logo } = anchor
  return <FollowButton target={{ kind: 'anchor', name, logo }} kind={isLead ? 'minor' : 'reminder'} size={size} />
}

/** A short fact on the picture: 线路一 · 1080p, 12,846 人在看. */
function Plate({ children }: { readonly children: ReactNode }) {
  return <span className={styles.plate}>{children}</span>
}
