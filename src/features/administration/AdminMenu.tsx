import { ShieldCheck } from 'lucide-react'
import { ad } from '#lib/messages/administration.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { MenuItem } from '#ui/Menu.tsx'
import { Menu } from '#ui/Menu.tsx'

/** The administration menu in the chat header. */
export function AdminMenu({ items }: { readonly items: readonly MenuItem[] }) {
  return (
    <Menu trigger={<IconButton size="small" label={ad('menu')} icon={<ShieldCheck size={20} />} />} items={items} />
  )
}
