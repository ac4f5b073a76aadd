import { useRef, useState } from 'react'
import type { LiveAnchorView } from '#protocol/console/rooms.ts'
import { roomsText } from '#messages/zh/console/rooms.ts'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { consoleCall } from '../client.ts'
import { ActDialog } from './ActDialog.tsx'

interface IssuedKey {
  readonly server: string
  readonly streamKey: string
}

interface StreamKeyDialogProps {
  readonly anchor: LiveAnchorView
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Asks before it renews the stream key of an anchor, and then shows the new one once. */
export function StreamKeyDialog({ anchor, onChanged, onClose }: StreamKeyDialogProps) {
  const [issued, setIssued] = useState<IssuedKey | null>(null)
  const received = useRef<IssuedKey | null>(null)
  const renew = async () => {
    const result = await consoleCall('anchor.renewKey', { id: anchor.id, version: anchor.version })
    if (result.ok) received.current = result.data
    return result
  }
  const end = () => (received.current ? setIssued(received.current) : onClose())
  if (issued) return <IssuedKeyDialog issued={issued} onClose={onClose} />
  return (
    <ActDialog
      title={roomsText('room.renewKey')}
      description={roomsText('room.renewKeyLead')}
      submitLabel={roomsText('room.renewKey')}
      act={renew}
      onChanged={onChanged}
      onClose={end}
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
