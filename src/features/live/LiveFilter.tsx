import { useEffect, useRef, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices, RadioOptions } from '#ui/choice/Choices.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import type { LiveOrder } from './live-order.ts'
import { LIVE_ORDERS } from './live-order.ts'
import styles from './LiveFilter.module.css'

/** With more leagues a sheet shows all of them. */
const IN_SIGHT = 6

export interface LiveFilterProps {
  readonly leagues: readonly string[]
  /** '' = all leagues. */
  readonly league: string
  readonly onLeagueChange: (league: string) => void
  readonly order: LiveOrder
  readonly onOrderChange: (order: LiveOrder) => void
}

/** Order and league of the live list: one row that scrolls sideways. Arrow keys move in each of the two groups. */
export function LiveFilter({ leagues, league, onLeagueChange, order, onOrderChange }: LiveFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const choices = ['', ...leagues].map((value) => ({
    value,
    label: value === '' ? commonText('live.allLeagues') : value,
  }))
  return (
    <div className={styles.row}>
      <Chips
        label={commonText('live.order')}
        value={order}
        choices={LIVE_ORDERS.map((value) => ({ value, label: commonText(`live.order.${value}`) }))}
        onChange={onOrderChange}
        className={styles.order}
      />
      {leagues.length > 1 && (
        <Chips label={commonText('live.league')} value={league} choices={choices} onChange={onLeagueChange} />
      )}
      {leagues.length > IN_SIGHT && (
        <>
          <Button className={styles.more} size="small" onClick={() => setOpen(true)}>
            {commonText('live.moreLeagues')}
          </Button>
          <Sheet isOpen={isOpen} onOpenChange={setOpen} title={commonText('live.league')}>
            <div className={styles.all}>
              <Choices
                label={commonText('live.pickLeague')}
                value={league}
                choices={choices}
                onChange={(next) => {
                  onLeagueChange(next)
                  setOpen(false)
                }}
              />
            </div>
          </Sheet>
        </>
      )}
    </div>
  )
}

interface ChipsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  readonly className?: string | undefined
}

/** A radio group in one line. The selected chip is scrolled into view, without scrolling the page. */
function Chips<Value extends string>({ label, value, choices, onChange, className }: ChipsProps<Value>) {
  const box = useRef<HTMLFieldSetElement>(null)
  const selected = choices.findIndex((choice) => choice.value === value)
  // The legend is the first child.
  useEffect(() => {
    const chip = box.current?.children[selected + 1]
    if (!box.current || !chip) return
    const [outer, inner] = [box.current.getBoundingClientRect(), chip.getBoundingClientRect()]
    box.current.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left)
  }, [selected])
  return (
    <fieldset ref={box} className={classNames(styles.chips, className)}>
      <legend className="visually-hidden">{label}</legend>
      <RadioOptions className={styles.chip} value={value} choices={choices} onChange={onChange} />
    </fieldset>
  )
}
