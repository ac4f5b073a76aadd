import { useAtomValue } from 'jotai'
import { marqueeRun } from '#protocol/rules/marquee.ts'
import { rt } from '#lib/messages/room.ts'
import { clockAtom } from '#state/data/clock.ts'
import { roomSnapshotAtom } from '#state/feed/feed-atoms.ts'
import { Marquee } from '#ui/Marquee.tsx'
import styles from './MarqueeStrip.module.css'

/**
 * The marquee of a room (S3.24): the items that are due on the server's clock, repeated so that they fill the strip. It is
 * drawn over the upper edge of the video (`RoomStage`), so that nothing moves when it appears.
 */
export function MarqueeStrip() {
  const snapshot = useAtomValue(roomSnapshotAtom)
  const now = useAtomValue(clockAtom)
  const run = marqueeRun(snapshot?.marquee ?? [], now)
  if (run.length === 0) return null
  return (
    <Marquee
      className={styles.strip}
      label={rt('marquee.label')}
      pauseLabel={rt('marquee.pause')}
      playLabel={rt('marquee.play')}
      run={run.map(({ item, copy }) => ({ id: item.id, copy, content: item.content }))}
    />
  )
}
