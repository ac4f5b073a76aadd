import { atom, useAtom, useAtomValue } from 'jotai'
import { Megaphone } from 'lucide-react'
import { useEffect } from 'react'
import { marqueeRun } from '#protocol/rules/marquee.ts'
import { roomText } from '#messages/zh/room.ts'
import { clockAtom } from '#state/data/clock.ts'
import { roomSnapshotAtom } from '#state/feed/feed-atoms.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useReducedMotion } from '#ui/hooks/use-media.ts'
import { Marquee } from '#ui/text/Marquee.tsx'
import styles from './MarqueeStrip.module.css'

/** The items that were shown once, by their ids; the strip is folded while no other item is due. */
const foldedAtom = atom('')

/** Without motion nothing shows that the items were read, so the list is folded after this time. */
const STILL_MS = 20_000

/** The items that are due on the server's clock, repeated so that they fill the strip. */
function useMarqueeRun() {
  const snapshot = useAtomValue(roomSnapshotAtom)
  const now = useAtomValue(clockAtom)
  const run = marqueeRun(snapshot?.marquee ?? [], now)
  const ids = run
    .filter(({ copy }) => copy === 0)
    .map(({ item }) => item.id)
    .join(' ')
  return { run, ids }
}

/**
 * The marquee of a room (S3.24). It runs once over the upper edge of the video (`RoomStage`), so that nothing moves when
 * it appears, and is folded until another item is due or the viewer opens it.
 */
export function MarqueeStrip() {
  const { run, ids } = useMarqueeRun()
  const [folded, setFolded] = useAtom(foldedAtom)
  const isStill = useReducedMotion()
  const isShown = run.length > 0 && folded !== ids
  useEffect(() => {
    if (!isShown || !isStill) return
    const timer = setTimeout(() => setFolded(ids), STILL_MS)
    return () => clearTimeout(timer)
  }, [isShown, isStill, ids, setFolded])
  if (!isShown) return null
  return (
    <Marquee
      className={styles.strip}
      label={roomText('marquee.label')}
      pauseLabel={roomText('marquee.pause')}
      playLabel={roomText('marquee.play')}
      run={run.map(({ item, copy }) => ({ id: item.id, copy, content: item.content }))}
      onRun={() => setFolded(ids)}
    />
  )
}

/** Opens the folded marquee; nothing while it is open or has no items. */
export function MarqueeMark() {
  const { run, ids } = useMarqueeRun()
  const [folded, setFolded] = useAtom(foldedAtom)
  if (run.length === 0 || folded !== ids) return null
  return (
    <IconButton
      label={roomText('marquee.open')}
      icon={<Megaphone size={16} />}
      size="small"
      ground="video"
      onClick={() => setFolded('')}
    />
  )
}
