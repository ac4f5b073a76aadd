import { spt } from '#lib/messages/sports.ts'
import { t } from '#lib/messages/common.ts'
import { Panel } from '#ui/Panel.tsx'
import type { BoardMatch, BoardSection } from './board.ts'
import { BoardRow } from './BoardRow.tsx'

export interface SportBoardProps {
  readonly sections: readonly BoardSection[]
  /** Path of the room of a match; null if it has none. */
  readonly pathOf: (match: BoardMatch) => string | null
}

/** The matches of a day by stage. */
export function SportBoard({ sections, pathOf }: SportBoardProps) {
  return sections.map(({ stage, matches }) => (
    <Panel key={stage} title={spt(stage)} aside={<span>{t('live.count', { count: matches.length })}</span>}>
      <ul>
        {matches.map((match) => (
          <BoardRow key={match.eid} match={match} path={pathOf(match)} />
        ))}
      </ul>
    </Panel>
  ))
}
