import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { loadSlider, type SliderConfig, type SliderEvents } from './slider.ts'
import styles from './VendorBar.module.css'

interface VendorBarProps extends SliderEvents {
  readonly config: SliderConfig
  /** A new number resets the slider. */
  readonly attempt: number
}

/** The container of the vendor's slider, which renders itself. */
export function VendorBar({ config, attempt, ...events }: VendorBarProps) {
  const id = useId()
  const holder = useRef<HTMLDivElement>(null)
  const reset = useRef<(() => void) | null>(null)
  const latest = useEffectEvent(() => events)

  useEffect(() => {
    let isUnavailable = false
    const begin = async () => {
      const slider = await loadSlider(config).catch(() => null)
      if (isUnavailable) return
      if (slider === null) return latest().onBroken()
      reset.current = slider.begin(id, holder.current?.clientWidth ?? 0, {
        onPassed: (proof) => latest().onPassed(proof),
        onFailed: () => latest().onFailed(),
        onBroken: () => latest().onBroken(),
      })
    }
    void begin()
    return () => {
      isUnavailable = true
    }
  }, [config, id])

  useEffect(() => {
    if (attempt > 0) reset.current?.()
  }, [attempt])

  return (
    <div className={styles.holder}>
      <div className={styles.waiting}>
        <Skeleton height="48px" shape="plate" />
      </div>
      <div className={styles.vendor} id={id} ref={holder} />
    </div>
  )
}
