import { useAtomValue } from 'jotai'
import { marqueeRun } from '#protocol/rules/marquee.ts'
import { rt } from '#lib/text/room.ts'
import { clockAtom } from '#state/data/clock.ts'
import { roomSnapshotAtom } from '#state/feed/feed-atoms.ts'
import { Marquee } from '#ui/Marquee.tsx'
import styles from './MarqueeStrip.module.css'

/**
 * The travelling line of a room (S3.24): what is due on the synchronised clock, repeated so that it fills the strip. It
 * lies over the upper edge of the picture (`RoomStage`), so that nothing moves when it comes and goes.
 */
export function MarqueeStrip() {
  const facts = useAtomValue(roomSnapshotAtom)
  const now = useAtomValue(clockAtom)
  const run = marqueeRun(facts?.marquee ?? [], now)
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
