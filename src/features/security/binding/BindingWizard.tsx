import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { bindingRequestAtom, closeBindingAtom } from '#state/session/binding.ts'
import { memberAtom } from '#state/session/session.ts'
import { lazyWindow } from '#ui/state/lazy-part.tsx'
import type { BindingDialogProps } from './BindingDialog.tsx'

const BindingDialog = lazyWindow<BindingDialogProps>(
  async () => (await import('./BindingDialog.tsx')).BindingDialog,
  ({ onClose }) => onClose(false),
)

/**
 * The binding wizard (S3.33) while it is open. Rendered once beside the screens of a member. Closed by a sign-out and by a link to
 * another screen.
 */
export function BindingWizard() {
  const isOpen = useAtomValue(bindingRequestAtom) !== null
  const userId = useAtomValue(memberAtom)?.userId
  const { pathname } = useLocation()
  return isOpen && <OpenWizard key={`${userId} ${pathname}`} userId={userId} />
}

function OpenWizard({ userId }: { readonly userId: string | undefined }) {
  const request = useAtomValue(bindingRequestAtom)
  const close = useSetAtom(closeBindingAtom)
  const isVisitor = userId === undefined
  useEffect(() => {
    if (isVisitor) close(false)
    return () => close(false)
  }, [isVisitor, close])
  if (request === null || isVisitor) return null
  const { needed, isByHand } = request
  return <BindingDialog userId={userId} needed={needed} isByHand={isByHand} onClose={close} />
}
