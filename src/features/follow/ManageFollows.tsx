import { useAtomValue } from 'jotai'
import type { FollowKind } from '#protocol/endpoints/follow.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { followText } from '#messages/zh/follow.ts'
import { followsAtom, type FollowTarget, isFollowed } from '#state/session/follows.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Crest } from '#ui/art/Crest.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { FollowButton } from './FollowButton.tsx'
import { suggestions } from './follow-match.ts'
import styles from './ManageFollows.module.css'

/** Suggestions per kind. */
const SUGGESTED = 6

interface ManageFollowsProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** Matches of every kind, for suggestions. */
  readonly matches: readonly MatchView[]
}

/** All followed anchors and teams, and suggestions. */
export function ManageFollows({ isOpen, onOpenChange, matches }: ManageFollowsProps) {
  const { list } = useAtomValue(followsAtom)
  const others = (kind: FollowKind) =>
    suggestions(kind, matches, SUGGESTED * 2)
      .filter((one) => !isFollowed(list, one))
      .slice(0, SUGGESTED)
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={followText('manage.title')}>
      {list?.length === 0 ? (
        <p className={styles.none}>{followText('manage.none')}</p>
      ) : (
        <People title={followText('manage.mine')} people={list ?? []} />
      )}
      <People title={followText('manage.anchors')} people={others('anchor')} />
      <People title={followText('manage.teams')} people={others('team')} />
    </Sheet>
  )
}

function People({ title, people }: { readonly title: string; readonly people: readonly FollowTarget[] }) {
  if (people.length === 0) return null
  return (
    <section className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      <Rows label={title}>
        {people.map((person) => (
          <Row
            key={`${person.kind} ${person.name}`}
            title={person.name}
            lead={
              person.kind === 'anchor' ? (
                <Avatar id={person.name} src={person.logo} size={32} />
              ) : (
                <Crest team={person.name} src={person.logo} size={32} />
              )
            }
            end={<FollowButton target={person} />}
          />
        ))}
      </Rows>
    </section>
  )
}
