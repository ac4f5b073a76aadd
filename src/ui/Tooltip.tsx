import type { ReactElement } from 'react'
import { cloneElement } from 'react'
import type { TooltipHandlers, TooltipSide } from './use-tooltip.tsx'
import { useTooltip } from './use-tooltip.tsx'

export interface TooltipProps {
  readonly text: string
  /** The control that is explained: one element that can take focus and passes its handlers on. */
  readonly children: ReactElement<Partial<TooltipHandlers>>
  readonly side?: TooltipSide
}

/** A word beside a control, on hover, focus and press. Never the only place of a fact that matters. */
export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  const [handlers, tooltip] = useTooltip(text, { side, opensOnPress: true })
  return (
    <>
      {cloneElement(children, handlers)}
      {tooltip}
    </>
  )
}
