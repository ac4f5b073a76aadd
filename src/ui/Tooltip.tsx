import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  readonly text: string
  /** The element that is explained: one that can take focus. */
  readonly children: ReactElement
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
}

/** A word beside a control, on hover and on focus. Never the only place of a fact: touch has no hover. */
export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={400} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={8} className={styles.positioner}>
          <BaseTooltip.Popup className={styles.popup}>{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
