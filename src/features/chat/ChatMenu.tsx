import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { ListFilter, Type } from 'lucide-react'
import { rt } from '#lib/text/room.ts'
import { filtered } from '#state/feed.ts'
import type { FeedFilter } from '#state/feed-items.ts'
import { changeFeedAtom, filterAtom } from '#state/room.ts'
import { uiPreferencesAtom } from '#state/ui-preferences.ts'
import { Menu } from '#ui/Menu.tsx'
import styles from './ChatMenu.module.css'

const FILTERS: readonly FeedFilter[] = ['all', 'gifts', 'high-vip']
const SIZES = [14, 16, 18] as const

/** What the list shows (S9.24, S6.11) and how large. The button says which filter is on. */
export function ChatMenu() {
  const filter = useAtomValue(filterAtom)
  const change = useSetAtom(changeFeedAtom)
  const [{ chatSize }, setPreferences] = useAtom(uiPreferencesAtom)
  return (
    <Menu
      trigger={
        <button type="button" className={styles.trigger} data-on={filter !== 'all' || undefined}>
          <span className="visually-hidden">{rt('chat.filter')}：</span>
          {rt(`chat.filter.${filter}`)}
          <ListFilter size={16} aria-hidden="true" />
        </button>
      }
      items={[
        ...FILTERS.map((next) => ({
          key: next,
          label: rt(`chat.filter.${next}`),
          icon: <ListFilter size={16} />,
          isChosen: next === filter,
          onPress: () => change((feed) => filtered(feed, next)),
        })),
        ...SIZES.map((size) => ({
          key: String(size),
          label: rt(`chat.size.${size}`),
          icon: <Type size={16} />,
          isChosen: size === chatSize,
          onPress: () => setPreferences({ chatSize: size }),
        })),
      ]}
    />
  )
}
