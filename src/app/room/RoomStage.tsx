import { useAtom, useAtomValue } from 'jotai'
import { ChevronLeft } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import type { VideoLine } from '#protocol/endpoints/live.ts'
import { ANCHOR_STATUS, readAnchorStatus } from '#protocol/rules/anchor-status.ts'
import { horizontalAnchors } from '#protocol/rules/screen-mode.ts'
import { formatCount, formatKickoff } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'
import { AnchorList } from '#features/match/AnchorList.tsx'
import { AnchorChip, AnchorRow } from '#features/match/AnchorRow.tsx'
import { MatchBoard } from '#features/match/MatchBoard.tsx'
import { MatchLine } from '#features/match/MatchLine.tsx'
import { OddsRow } from '#features/match/OddsRow.tsx'
import { ScoreStrip } from '#features/match/ScoreStrip.tsx'
import { MarqueeStrip } from '#features/marquee/MarqueeStrip.tsx'
import { Plate } from '#features/player/Plate.tsx'
import { Player } from '#features/player/Player.tsx'
import type { Picture, PlayerPreferences } from '#features/player/player-state.ts'
import type { MatchDetail, MatchNow } from '#state/room-match.ts'
import { matchNowAtom } from '#state/room-match.ts'
import { uiPreferencesAtom } from '#state/ui-preferences.ts'
import { Panel } from '#ui/Panel.tsx'
import type { TabItem } from '#ui/Tabs.tsx'
import { TabList, TabPanel, Tabs } from '#ui/Tabs.tsx'
import { serverNow } from '#transport/client.ts'
import { OtherRooms } from './OtherRooms.tsx'
import styles from './RoomStage.module.css'
import { roomTitle } from './room-title.ts'

export interface RoomStageProps {
  readonly detail: MatchDetail
  /** null while they are not known yet. */
  readonly lines: readonly VideoLine[] | null
  /** Asks for the lines again. */
  readonly onReload: () => void
  readonly isWide: boolean
}

/** S3.31 */
type StageTab = 'animation' | 'live' | 'anchor'

/** S4.1-S4.4: what the anchor's status makes of the picture. Off is no reason to close a line that is there. */
function pictureOf({ clock, anchorStatus }: MatchNow): Picture {
  if (clock.phase === 'ended') return 'ended'
  switch (readAnchorStatus(anchorStatus)) {
    case ANCHOR_STATUS.On0:
      return 'not-started'
    case ANCHOR_STATUS.On2:
      return 'interrupted'
    default:
      return 'live'
  }
}

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
  const [{ volume, isMuted }, setPreferences] = useAtom(uiPreferencesAtom)
  const onPreferences = useCallback((next: PlayerPreferences) => setPreferences(next), [setPreferences])
  if (now === null) return null
  const { match } = detail
  const title = roomTitle(detail)
  const picture = pictureOf(now)
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
        <ScoreStrip detail={detail} />
        <MarqueeStrip />
        <Tabs value={tab} onValueChange={setTab} className={styles.tabs}>
          <div className={styles.media}>
            <TabPanel value="live" className={styles.panel}>
              <Player
                lines={lines}
                onReload={onReload}
                picture={picture}
                title={title}
                {...(picture === 'not-started' && { note: formatKickoff(match.start_time, serverNow()) })}
                topLeft={back}
                topRight={
                  <Plate>
                    <span title={rt('room.viewersNote')}>
                      {rt('room.viewers', { count: formatCount(now.viewers) })}
                    </span>
                  </Plate>
                }
                preferences={{ volume, isMuted }}
                onPreferences={onPreferences}
              />
            </TabPanel>
            <TabPanel value="animation" className={styles.panel}>
              <MatchBoard detail={detail} />
            </TabPanel>
            <TabPanel value="anchor" className={styles.panel}>
              <AnchorList detail={detail} />
            </TabPanel>
            {tab !== 'live' && back && <div className={styles.corner}>{back}</div>}
          </div>
          {isWide && <MatchLine kind={match.kind} />}
          <div className={styles.foot}>
            <TabList label={rt('match.tabs')} items={tabs} />
            {!isWide && <AnchorChip detail={detail} />}
          </div>
        </Tabs>
      </Panel>
      {picture === 'ended' ? (
        <OtherRooms eid={match.eid} kind={match.kind} title={rt('room.endedText')} />
      ) : (
        <Panel className={styles.under}>
          {isWide && <AnchorRow detail={detail} />}
          <OddsRow />
        </Panel>
      )}
    </div>
  )
}
