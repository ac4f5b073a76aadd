import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isBarredFromActivities } from '#protocol/rules/activity.ts'
import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { formatLeft } from '#lib/countdown.ts'
import { rainText } from '#messages/zh/rain.ts'
import { type Rain, useRain } from '#features/activity/rain/use-rain.ts'
import type { RainFieldProps } from '#features/activity/rain/RainField.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { memberAtom, sessionAtom } from '#state/session/session.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { lazyPanel } from '#ui/state/lazy-part.tsx'
import styles from './RoomRain.module.css'

const RainField = lazyPanel<RainFieldProps>(
  async () => (await import('#features/activity/rain/RainField.tsx')).RainField,
)

/** The entry is shown this long before a round. */
const SHOWN_BEFORE_MS = 5 * MINUTE_MS

/** The entry of the red packet rain over the picture (S7.103): it opens the rain over the room. */
export function RoomRain() {
  // Keyed by member, because the round contains the packet of the member.
  return <MemberRain key={useAtomValue(memberAtom)?.userId} />
}

function MemberRain() {
  const session = useAtomValue(sessionAtom)
  const now = useServerNow(SECOND_MS)
  // Members who may not take part see no entry.
  const rain = useRain(null, now, session !== undefined && !isBarredFromActivities(session?.member))
  const [isOpen, setOpen] = useState(false)
  const { round, phase, data } = rain
  const isDue = phase !== 'none' && round !== null && round.start - now <= SHOWN_BEFORE_MS
  const isBlocked = data !== null && data.block !== null && data.block !== 'visitor'
  if ((!isDue || isBlocked) && !isOpen) return null
  return (
    <>
      <button type="button" className={styles.entry} data-phase={phase} onClick={() => setOpen(true)}>
        <span className={styles.packet} aria-hidden="true" />
        {entryText(rain, now)}
      </button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={rainText('title')}>
        <p className={styles.hint}>{rainText(session === null ? 'visitor' : 'hint')}</p>
        {data && <RainField rain={rain} now={now} currency={data.currency} isBlocked={isBlocked} />}
        <Link className={buttonClass({ kind: 'quiet', size: 'small' })} to="/app/activity/red-rain">
          {rainText('more')}
        </Link>
      </Dialog>
    </>
  )
}

function entryText({ round, phase }: Rain, now: number): string {
  if (phase === 'waiting' && round) return rainText('entry.soon', { time: formatLeft(round.start - now) })
  return rainText(phase === 'caught' ? 'entry.caught' : phase === 'running' ? 'entry.now' : 'title')
}
