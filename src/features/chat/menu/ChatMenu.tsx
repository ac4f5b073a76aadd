import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { ListFilter, MousePointer2, Type } from 'lucide-react'
import { classNames } from '#lib/class-names.ts'
import { roomText } from '#messages/zh/room.ts'
import { useMedia } from '#ui/hooks/use-media.ts'
import { Menu } from '#ui/overlay/Menu.tsx'
import styles from './ChatMenu.module.css'
import { setFilter, changeFeedAtom, filterAtom } from '#state/feed/feed-atoms.ts'
import type { FeedFilter } from '#state/feed/feed-state.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'

const FILTERS: readonly FeedFilter[] = ['all', 'gifts', 'high-vip']
const SIZES = [14, 16, 18] as const

interface ChatMenuProps {
  /** Shows only the icon. */
  readonly isCompact?: boolean
}

/** Menu for the filter (S9.24, S6.11), the text size and pausing on hover. The button shows the filter. */
export function ChatMenu({ isCompact = false }: ChatMenuProps) {
  const filter = useAtomValue(filterAtom)
  const change = useSetAtom(changeFeedAtom)
  const canHover = useMedia('(hover: hover)')
  const [{ chatSize, pausesOnHover }, setPreferences] = useAtom(uiPreferencesAtom)
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={classNames(styles.trigger, isCompact && styles.compact)}
          data-on={filter !== 'all' || undefined}
        >
          <span className="visually-hidden">{roomText('chat.filter')}：</span>
          <span className={classNames(isCompact && 'visually-hidden')}>{roomText(`chat.filter.${filter}`)}</span>
          <ListFilter size={16} aria-hidden="true" />
        </button>
      }
      items={[
        ...FILTERS.map((next) => ({
          key: next,
          label: roomText(`chat.filter.${next}`),
          icon: <ListFilter size={16} />,
          isChosen: next === filter,
          onPress: () => change((feed) => setFilter(feed, next)),
        })),
        ...SIZES.map((size, index) => ({
          key: String(size),
          startsGroup: index === 0,
          label: roomText(`chat.size.${size}`),
          icon: <Type size={16} />,
          isChosen: size === chatSize,
          onPress: () => setPreferences({ chatSize: size }),
        })),
        ...(canHover
          ? [
              {
                key: 'hover',
                startsGroup: true,
                label: roomText('chat.pausesOnHover'),
                icon: <MousePointer2 size={16} />,
                isChosen: pausesOnHover,
                onPress: () => setPreferences({ pausesOnHover: !pausesOnHover }),
              },
            ]
          : []),
      ]}
    />
  )
}
