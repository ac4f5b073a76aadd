import { Check, ChevronsRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { LOCK_MS } from '#lib/aj-captcha.ts'
import { formatClock } from '#lib/format.ts'
import { randomId } from '#lib/random-id.ts'
import { verificationText } from '#messages/zh/verification.ts'
import { call, serverNow } from '#transport/client.ts'
import { Spinner } from '#ui/button/Spinner.tsx'
import styles from './DragBar.module.css'
import type { SliderConfig, SliderEvents } from './slider.ts'
import { type DragMove, useDrag } from './use-drag.ts'

interface DragBarProps extends SliderEvents {
  readonly config: SliderConfig
}

/** Max positions of a drag that the server evaluates. */
const MAX_TRACK_LENGTH = 1_000
/** Max distance from the end that counts as the end. */
const END_PIXELS = 2

const START: DragMove = { x: 0, y: 0, t: 0 }

/** Message after too many rejected drags; `now` is the server's clock. */
function lockedText(now: number): string {
  return verificationText('afs.locked', { clock: formatClock(now + LOCK_MS) })
}

/** Replaces a vendor's slider: drag the handle to the right end. The server evaluates time and track of the drag. */
export function DragBar({ config, onPassed, onFailed, onBroken }: DragBarProps) {
  const [x, setX] = useState(0)
  const [stage, setStage] = useState<'open' | 'checking' | 'right'>('open')
  const bar = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const track = useRef<DragMove[]>([])
  const max = () => (bar.current?.clientWidth ?? 0) - (handle.current?.offsetWidth ?? 0)

  const note = (move: DragMove) => {
    setX(Math.min(Math.max(move.x, 0), max()))
    // A full track overwrites its last position, because a drag is only valid with its end.
    track.current[Math.min(track.current.length, MAX_TRACK_LENGTH - 1)] = move
  }
  const analyze = async () => {
    setStage('checking')
    const afsSessionId = randomId()
    const width = Math.round(max())
    const result = await call('afs.analyze', {
      afsSessionId,
      scene: config.scene,
      width,
      track: track.current,
    })
    if (!result.ok) return onBroken(result.code === CODES.VERIFY_CODE_ERROR ? lockedText(serverNow()) : undefined)
    if (!result.data.isPassed) return onFailed()
    setStage('right')
    return onPassed({ sessionId: afsSessionId, sig: result.data.sig, token: result.data.token })
  }
  const drag = useDrag({
    isDisabled: stage !== 'open',
    onStart: () => (track.current = [START]),
    onMove: note,
    onEnd: (move) => {
      note(move)
      if (move.x >= max() - END_PIXELS) void analyze()
      else setX(0)
    },
    onCancel: () => setX(0),
  })

  return (
    <div className={styles.bar} data-stage={stage} ref={bar}>
      <span className={styles.hint} hidden={x > 0}>
        {verificationText('afs.hint')}
      </span>
      <span className={styles.way} style={{ transform: `translateX(calc(${x}px - 100%))` }} />
      <span className={styles.handle} style={{ transform: `translateX(${x}px)` }} ref={handle} {...drag}>
        {stage === 'open' && <ChevronsRight size={20} aria-hidden="true" />}
        {stage === 'checking' && <Spinner />}
        {stage === 'right' && <Check size={20} aria-hidden="true" />}
      </span>
    </div>
  )
}
