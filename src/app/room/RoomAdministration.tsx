import type { AdminWindowProps } from '#features/administration/AdminWindow.tsx'
import type { Administration } from '#features/administration/use-administration.tsx'
import { lazyWindow } from '#ui/lazy-part.tsx'

const AdminWindow = lazyWindow<AdminWindowProps>(
  async () => (await import('#features/administration/AdminWindow.tsx')).AdminWindow,
  ({ open }) => open(null),
)

export interface RoomAdministrationProps {
  readonly chatRoomNo: string
  readonly administration: Administration
}

/** The window that an administrator has opened from a row or from the head of the chat; nobody else is shown one. */
export function RoomAdministration({ chatRoomNo, administration }: RoomAdministrationProps) {
  const { isAdmin, window, open } = administration
  return isAdmin && window && <AdminWindow chatRoomNo={chatRoomNo} window={window} open={open} />
}
