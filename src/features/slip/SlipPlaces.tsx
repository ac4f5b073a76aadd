import { useAtom } from 'jotai'
import { ReceiptText } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formatBadge } from '#lib/format.ts'
import { slipText } from '#messages/zh/slip.ts'
import { isSlipOpenAtom } from '#state/slip/slip-atoms.ts'
import { useMedia, useOneColumn } from '#ui/hooks/use-media.ts'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './SlipPlaces.module.css'
import { useSlipParts } from './SlipPanel.tsx'

/** The column of a page that has the slip beside its content. */
export function SlipRail() {
  const { count, clear, content, foot } = useSlipParts({ isVisible: true, hasPad: false })
  return (
    <div className={styles.rail} data-slip="rail">
      <Panel
        title={count === 0 ? slipText('title') : `${slipText('title')} ${count}`}
        aside={clear}
        className={styles.panel}
      >
        <div className={styles.content}>{content}</div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </Panel>
    </div>
  )
}

interface SlipDrawerProps {
  /** The room that the slip is in. */
  readonly chatRoomNo?: string
  readonly top?: ReactNode
}

/** The slip as a drawer, and the button with the number of selections that opens it, while there is something in the slip. */
export function SlipDrawer({ chatRoomNo, top }: SlipDrawerProps) {
  const [isOpen, setOpen] = useAtom(isSlipOpenAtom)
  const isPhone = useOneColumn()
  const { count, hasReceipts, clear, content, foot } = useSlipParts({
    isVisible: isOpen,
    hasPad: isPhone,
    top,
    chatRoomNo,
  })
  // Another page begins with a closed drawer.
  useEffect(() => () => setOpen(false), [setOpen])
  return (
    <>
      {(count > 0 || hasReceipts) && (
        <button
          type="button"
          className={styles.button}
          data-room={chatRoomNo !== undefined || undefined}
          data-empty={count === 0 || undefined}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={slipText('open', { count })}
          onClick={() => setOpen(true)}
        >
          <ReceiptText size={20} aria-hidden="true" />
          <span aria-hidden="true">{slipText('title')}</span>
          {count > 0 && (
            <b className={styles.count} aria-hidden="true">
              {formatBadge(count)}
            </b>
          )}
        </button>
      )}
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={slipText('title')} aside={clear} footer={foot}>
        {content}
      </Sheet>
    </>
  )
}

/** Where a page shows the slip: beside its content from 1280 px on, in a drawer below that. */
export function useSlipPlace(): { readonly side: ReactNode; readonly drawer: ReactNode } {
  const isWide = useMedia('(min-width: 1280px)')
  return isWide ? { side: <SlipRail />, drawer: null } : { side: undefined, drawer: <SlipDrawer /> }
}
