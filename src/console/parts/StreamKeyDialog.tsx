import { useRef, useState } from 'react'
import type { LiveAnchorView } from '#protocol/console/rooms.ts'
import { copyText } from '#lib/copy-text.ts'
import { crt } from '#lib/messages/console-rooms.ts'
import { cst } from '#lib/messages/console.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/toast-manager.ts'
import { consoleCall } from '../client.ts'
import { ActDialog } from './ActDialog.tsx'
import { Facts } from './Screen.tsx'

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
      title={crt('room.renewKey')}
      description={crt('room.renewKeyLead')}
      submitLabel={crt('room.renewKey')}
      act={renew}
      onChanged={onChanged}
      onClose={end}
    />
  )
}

function IssuedKeyDialog({ issued, onClose }: { readonly issued: IssuedKey; readonly onClose: () => void }) {
  const { server, streamKey } = issued
  const copy = async (text: string) => {
    if (await copyText(text)) toast(cst('copied'))
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={crt('room.keyTitle')}
      description={crt('room.keyLead')}
      actions={
        <>
          <Button onClick={onClose}>{crt('room.done')}</Button>
          {server !== '' && <Button onClick={() => void copy(server)}>{crt('room.copyServer')}</Button>}
          <Button kind="primary" onClick={() => void copy(streamKey)}>
            {crt('room.copyKey')}
          </Button>
        </>
      }
    >
      <Facts
        items={[
          [crt('room.server'), server === '' ? crt('room.noServer') : <code key="server">{server}</code>],
          [crt('room.streamKey'), <code key="key">{streamKey}</code>],
        ]}
      />
    </Dialog>
  )
}
