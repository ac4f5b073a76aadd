import { cloneElement, type ReactElement } from 'react'
import { type TooltipHandlers, type TooltipSide, useTooltip } from './use-tooltip.tsx'

interface TooltipProps {
  readonly text: string
  /** The explained control: one focusable element that passes its handlers on. */
  readonly children: ReactElement<Partial<TooltipHandlers>>
  readonly side?: TooltipSide
}

/** A tooltip on hover, focus and press. Never the only place of important information. */
export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  const [handlers, tooltip] = useTooltip(text, { side, opensOnPress: true })
  return (
    <>
      {cloneElement(children, handlers)}
      {tooltip}
    </>
  )
}
