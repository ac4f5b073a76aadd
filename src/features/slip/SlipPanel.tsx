import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { formatOdds } from '#lib/format.ts'
import { slipText } from '#messages/zh/slip.ts'
import { isWithin } from '#state/site/nav-path.ts'
import { siteAtom } from '#state/site/site.ts'
import { removeSelectionAtom, setSlipModeAtom, type SlipMode } from '#state/slip/slip-atoms.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { useNextFrame } from '#ui/hooks/use-later.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Receipts } from './Receipts.tsx'
import { SlipFoot } from './SlipFoot.tsx'
import { SlipLegs } from './SlipLegs.tsx'
import styles from './SlipPanel.module.css'
import { type LegView, modeOf } from './slip-model.ts'
import { type Receipt, useReceipts } from './use-receipts.ts'
import { type SlipController, useSlip } from './use-slip.ts'

/** The parts of the slip, for the rail and the drawer. */
interface SlipParts {
  readonly count: number
  readonly hasReceipts: boolean
  /** 清空; null while there is nothing to clear. */
  readonly clear: ReactNode
  readonly content: ReactNode
  /** Stays visible while the content scrolls; null without selections. */
  readonly foot: ReactNode
}

interface SlipOptions {
  /** Prices are quoted only then. */
  readonly isVisible: boolean
  /** The own number pad of phones. */
  readonly hasPad: boolean
  /** Shown above the selections, for example the order that is followed. */
  readonly top?: ReactNode
  /** The room that the slip is in. */
  readonly chatRoomNo?: string | undefined
}

/** The slip as parts. */
export function useSlipParts({ isVisible, hasPad, top, chatRoomNo }: SlipOptions): SlipParts {
  const controller = useSlip(isVisible)
  const receipts = useReceipts()
  const { skin } = useAtomValue(siteAtom)
  const remove = useSetAtom(removeSelectionAtom)
  const { slip, placing } = controller
  const count = slip.legs.length
  const isWhole = useNextFrame(count > 0)
  return {
    count,
    hasReceipts: receipts.length > 0,
    clear:
      count === 0 ? null : (
        <Button size="tiny" kind="quiet" disabled={placing.isBusy} onClick={() => remove(null)}>
          {slipText('clear')}
        </Button>
      ),
    content: (
      <>
        {top}
        <Receipts receipts={receipts} chatRoomNo={chatRoomNo} />
        {count > 0 ? (
          <Selections controller={controller} hasPad={hasPad} isWhole={isWhole} />
        ) : (
          receipts.length === 0 && <EmptySlip />
        )}
        <Announcer controller={controller} receipts={receipts} />
      </>
    ),
    foot: isWhole ? <SlipFoot controller={controller} hasPad={hasPad} skin={skin} /> : null,
  }
}

/** The board is not offered on its own pages. */
function EmptySlip() {
  const isOnBoard = isWithin(useLocation().pathname, '/app/sports')
  return (
    <EmptyState
      title={slipText('empty.title')}
      text={slipText('empty.text')}
      action={
        !isOnBoard && (
          <Link className={buttonClass({ size: 'small' })} to="/app/sports">
            {slipText('empty.board')}
          </Link>
        )
      }
    />
  )
}

interface SelectionsProps {
  readonly controller: SlipController
  readonly hasPad: boolean
  /** False in the first frame after a press on a price, which shows what was chosen; the stakes follow. */
  readonly isWhole: boolean
}

function Selections({ controller, hasPad, isWhole }: SelectionsProps) {
  const setMode = useSetAtom(setSlipModeAtom)
  const { slip } = controller
  const mode = modeOf(slip)
  return (
    <Tabs<SlipMode> value={mode} onValueChange={setMode}>
      <TabList
        label={slipText('modes')}
        className={styles.modes}
        items={[
          { value: 'single', label: slipText('mode.single') },
          { value: 'parlay', label: slipText('mode.parlay'), isDisabled: slip.legs.length < 2 },
        ]}
      />
      <TabPanel value={mode}>
        <SlipLegs controller={controller} hasPad={hasPad} hasStakes={isWhole} />
      </TabPanel>
    </Tabs>
  )
}

/** Texts of the changes between two renders, for screen readers. */
function changesOf(
  before: { readonly views: readonly LegView[]; readonly receipts: readonly Receipt[] },
  after: { readonly views: readonly LegView[]; readonly receipts: readonly Receipt[] },
): readonly string[] {
  const prices = after.views.flatMap((view) => {
    const earlier = before.views.find(({ leg }) => leg.id === view.leg.id)
    if (earlier === undefined || earlier.state === 'unknown') return []
    if (earlier.state === 'open' && view.state !== 'open') return [slipText('say.suspended', { pick: view.pickText })]
    return earlier.price === view.price
      ? []
      : [slipText('say.price', { pick: view.pickText, price: formatOdds(view.price) })]
  })
  const states = after.receipts.flatMap(({ betId, bet }) => {
    const earlier = before.receipts.find((one) => one.betId === betId)?.bet?.state
    if (bet === null || earlier === bet.state) return []
    if (bet.state === 'accepted') return [slipText('say.placed')]
    if (bet.state === 'pending') return [slipText('say.pending', { seconds: 6 })]
    return bet.state === 'rejected' && bet.rejection
      ? [slipText('say.rejected', { reason: slipText(`rejection.${bet.rejection}`) })]
      : []
  })
  return [...prices, ...states]
}

function Announcer({
  controller: { views },
  receipts,
}: {
  readonly controller: SlipController
  readonly receipts: readonly Receipt[]
}) {
  const [said, setSaid] = useState('')
  const last = useRef({ views, receipts })
  useEffect(() => {
    const texts = changesOf(last.current, { views, receipts })
    last.current = { views, receipts }
    if (texts.length > 0) setSaid(texts.join('；'))
  }, [views, receipts])
  return (
    <output className="visually-hidden" aria-live="polite">
      {said}
    </output>
  )
}
