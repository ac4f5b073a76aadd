import { useAtomValue } from 'jotai'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { entriesText } from '#messages/zh/entries.ts'
import { coinsAtom } from '#state/session/coins.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useSignOut } from '#state/session/use-sign-out.ts'

/** Signs out; asks first if gifts are in progress. */
export function SignOut() {
  const signOut = useSignOut()
  const { reserved } = useAtomValue(coinsAtom)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        isWide
        icon={<LogOut size={16} aria-hidden="true" />}
        onClick={() => (reserved > 0 ? setAsking(true) : signOut())}
      >
        {entriesText('mine.signOut')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        isQuestion
        title={entriesText('mine.sure')}
        description={entriesText('mine.pendingGift')}
        actions={
          <>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false)
                signOut()
              }}
            >
              {entriesText('mine.signOut')}
            </Button>
            <Button kind="primary" onClick={() => setAsking(false)}>
              {entriesText('mine.stay')}
            </Button>
          </>
        }
      />
    </>
  )
}
