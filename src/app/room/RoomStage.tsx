import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { ChevronLeft, Share2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import { horizontalAnchors } from '#protocol/rules/anchor.ts'
import { formatCount, formatKickoff } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'
import { Danmaku, DanmakuControls } from '#features/danmaku/Danmaku.tsx'
import type { RoomShowsProps } from '#features/effects/RoomEffects.tsx'
import { AnchorList } from '#features/match/AnchorList.tsx'
import { AnchorChip, AnchorRow } from '#features/match/AnchorRow.tsx'
import { MatchLine } from '#features/match/MatchLine.tsx'
import { OddsRow } from '#features/match/OddsRow.tsx'
import { ScoreStrip } from '#features/match/ScoreStrip.tsx'
import { MarqueeStrip } from '#features/marquee/MarqueeStrip.tsx'
import { Plate } from '#features/player/Plate.tsx'
import { Player } from '#features/player/Player.tsx'
import type { PlayerPreferences } from '#features/player/player-state.ts'
import { pictureOf } from '#features/player/player-state.ts'
import { playerStatsAtom } from '#state/room/player-stats.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { kickoffOf, matchNowAtom } from '#state/room/room-match.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyPanel, lazyPart } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import type { TabItem } from '#ui/Tabs.tsx'
import { TabList, TabPanel, Tabs } from '#ui/Tabs.tsx'
import { serverNow } from '#transport/client.ts'
import { OtherRooms } from './OtherRooms.tsx'
import { RoomBoard } from './RoomBoard.tsx'
import { AnchorFollow, TeamFollows } from './RoomFollows.tsx'
import type { RoomInviteProps } from './RoomInvite.tsx'
import styles from './RoomStage.module.css'
import { roomTitle } from './room-title.ts'

/** Nothing of the first picture: it comes after it, and a room whose network drops meanwhile does without. */
const RoomShows = lazyPart<RoomShowsProps>(async () => (await import('#features/effects/RoomEffects.tsx')).RoomShows, {
  Missing: () => null,
})

const RoomInvite = lazyPanel<RoomInviteProps>(async () => (await import('./RoomInvite.tsx')).RoomInvite)

export interface RoomStageProps {
  readonly detail: MatchDetail
  /** null while they are not known yet. */
  readonly lines: readonly StreamSource[] | null
  /** Asks for the lines again. */
  readonly onReload: () => void
  readonly isWide: boolean
}

/** S3.31 */
type StageTab = 'animation' | 'live' | 'anchor'

function BackPlate({ title }: { readonly title: string }) {
  return (
    <Link className={styles.back} to="/app/live" aria-label={rt('room.back')}>
      <ChevronLeft size={16} aria-hidden="true" />
      <span>{title}</span>
    </Link>
  )
}

/** The match: score, picture, line, tabs, anchor, odds. */
export function RoomStage({ detail, lines, onReload, isWide }: RoomStageProps) {
  const now = useAtomValue(matchNowAtom)
  const [tab, setTab] = useState<StageTab>('live')
  const [isSharing, setSharing] = useState(false)
  const [{ volume, isMuted, flvEngine, showsDanmaku }, setPreferences] = useAtom(uiPreferencesAtom)
  const setPlayerStats = useSetAtom(playerStatsAtom)
  const onPreferences = useCallback((next: PlayerPreferences) => setPreferences(next), [setPreferences])
  if (now === null) return null
  const { match } = detail
  const title = roomTitle(detail)
  const picture = pictureOf(now.anchorStatus, now.clock.phase === 'ended')
  const tabs: TabItem<StageTab>[] = [
    { value: 'animation', label: rt('match.tab.animation') },
    { value: 'live', label: rt('match.tab.live') },
  ]
  // S4.33
  if (horizontalAnchors(match.anchor_list).all.length > 0) tabs.push({ value: 'anchor', label: rt('match.tab.anchor') })
  const back = isWide ? null : <BackPlate title={title} />
  return (
    <div className={styles.left}>
      <Panel isLead className={styles.stage}>
        <ScoreStrip detail={detail} onShare={() => setSharing(true)} />
        <Tabs value={tab} onValueChange={setTab} className={styles.tabs}>
          <div className={styles.media}>
            <MarqueeStrip />
            <TabPanel value="live" className={styles.panel}>
              <Player
                lines={lines}
                onReload={onReload}
                picture={picture}
                title={title}
                {...(picture === 'not-started' && { note: formatKickoff(kickoffOf(detail, now), serverNow()) })}
                topLeft={back}
                topRight={
                  <>
                    <Plate>
                      <span title={rt('room.viewersNote')}>
                        {rt('room.viewers', { count: formatCount(now.viewers) })}
                      </span>
                    </Plate>
                    {!isWide && (
                      <IconButton
                        label={rt('match.share')}
                        icon={<Share2 size={20} />}
                        size="small"
                        ground="video"
                        aria-haspopup="dialog"
                        onClick={() => setSharing(true)}
                      />
                    )}
                  </>
                }
                preferences={{ volume, isMuted, flvEngine }}
                artist={match.anchor.anchor_nick}
                artwork={match.anchor.logo_square}
                onPreferences={onPreferences}
                onStats={setPlayerStats}
                overlay={
                  <>
                    {showsDanmaku && picture === 'live' && <Danmaku />}
                    <RoomShows key={match.chatRoomNo} chatRoomNo={match.chatRoomNo} />
                  </>
                }
                slot={<DanmakuControls />}
              />
            </TabPanel>
            <TabPanel value="animation" className={styles.board}>
              <RoomBoard detail={detail} />
            </TabPanel>
            <TabPanel value="anchor" className={styles.board}>
              <AnchorList detail={detail} renderAction={(anchor) => <AnchorFollow anchor={anchor} />}>
                <TeamFollows match={match} />
              </AnchorList>
            </TabPanel>
            {tab !== 'live' && back && <div className={styles.corner}>{back}</div>}
          </div>
          {isWide && <MatchLine kind={match.kind} />}
          <div className={styles.foot}>
            <TabList label={rt('match.tabs')} items={tabs} />
            {!isWide && <AnchorChip detail={detail} action={<AnchorFollow anchor={match.anchor} isLead />} />}
          </div>
        </Tabs>
      </Panel>
      {picture === 'ended' ? (
        <OtherRooms eid={match.eid} kind={match.kind} title={rt('room.endedText')} isStrip />
      ) : (
        <Panel className={styles.under}>
          {isWide && <AnchorRow detail={detail} action={<AnchorFollow anchor={match.anchor} isLead size="medium" />} />}
          <OddsRow />
        </Panel>
      )}
      <Sheet isOpen={isSharing} onOpenChange={setSharing} title={rt('match.share')}>
        <RoomInvite detail={detail} />
      </Sheet>
    </div>
  )
}
