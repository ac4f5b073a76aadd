import { lazy, Suspense } from 'react'
import type { Administration } from '#features/administration/use-administration.tsx'

const AdminWindow = lazy(async () => ({
  default: (await import('#features/administration/AdminWindow.tsx')).AdminWindow,
}))

export interface RoomAdministrationProps {
  readonly chatRoomNo: string
  readonly administration: Administration
}

/** The window that an administrator has opened from a row or from the head of the chat. */
export function RoomAdministration({ chatRoomNo, administration: { window, open } }: RoomAdministrationProps) {
  if (window === null) return null
  return (
    <Suspense fallback={null}>
      <AdminWindow chatRoomNo={chatRoomNo} window={window} open={open} />
    </Suspense>
  )
}
