import { useRef, useState } from 'react'
import type { LiveAnchorView } from '#protocol/console/rooms.ts'
import { roomsText } from '#messages/zh/console/rooms.ts'
import { Button } from '#ui/button/Button.tsx'
import { CopyButton } from '#ui/button/CopyButton.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { consoleCall } from '../client.ts'
import { ActDialog, type DialogProps } from './ActDialog.tsx'

export interface IssuedKey {
  readonly server: string
  readonly streamKey: string
}

interface StreamKeyDialogProps extends DialogProps {
  readonly anchor: LiveAnchorView
}

/** Asks before it renews the stream key of an anchor, and then shows the new one once. */
export function StreamKeyDialog({ onClose, ...props }: StreamKeyDialogProps) {
  const [issued, setIssued] = useState<IssuedKey | null>(null)
  const received = useRef<IssuedKey | null>(null)
  const end = () => (received.current ? setIssued(received.current) : onClose())
  if (issued) return <IssuedKeyDialog issued={issued} onClose={onClose} />
  return <RenewKeyDialog {...props} onIssued={(key) => (received.current = key)} onClose={end} />
}

interface RenewKeyDialogProps extends StreamKeyDialogProps {
  /** Called with the new key before the dialog closes. */
  readonly onIssued: (key: IssuedKey) => void
  /** The anchor has no key yet, so there is nothing to warn of. */
  readonly isFirst?: boolean
}

/** Asks before it renews the stream key of an anchor. */
export function RenewKeyDialog({ anchor, isFirst = false, onIssued, onChanged, onClose }: RenewKeyDialogProps) {
  // The version that was read when the dialog opened: a later change by an operator is a conflict.
  const [{ id, version }] = useState(anchor)
  const renew = async () => {
    const result = await consoleCall('anchor.renewKey', { id, version })
    if (result.ok) onIssued(result.data)
    return result
  }
  return (
    <ActDialog
      title={roomsText(isFirst ? 'stream.firstKey' : 'room.renewKey')}
      description={roomsText(isFirst ? 'stream.firstKeyLead' : 'room.renewKeyLead')}
      act={renew}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

function IssuedKeyDialog({ issued, onClose }: { readonly issued: IssuedKey; readonly onClose: () => void }) {
  const { server, streamKey } = issued
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={roomsText('room.keyTitle')}
      description={roomsText('room.keyLead')}
      actions={
        <>
          <Button onClick={onClose}>{roomsText('room.done')}</Button>
          {server !== '' && <CopyButton text={server} name={roomsText('room.server')} />}
          <CopyButton text={streamKey} name={roomsText('room.streamKey')} kind="primary" />
        </>
      }
    >
      <Facts layout="tiles">
        <Fact name={roomsText('room.server')}>
          {server === '' ? roomsText('room.noServer') : <code key="server">{server}</code>}
        </Fact>
        <Fact name={roomsText('room.streamKey')}>
          <code>{streamKey}</code>
        </Fact>
      </Facts>
    </Dialog>
  )
}
