import { useAtomValue } from 'jotai'
import { isolated } from '#messages/bidi.ts'
import { teamPath } from '#lib/room-path.ts'
import { newsText } from '#messages/zh/news.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Crest } from '#ui/art/Crest.tsx'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Block } from '#ui/state/Block.tsx'
import { isNotFound } from '#lib/failures.ts'
import { DATA_PATH, tipPath, TIPS_PATH } from './news-path.ts'
import { RowsSkeleton } from './NewsSkeleton.tsx'
import { plainText } from '#lib/plain-text.ts'

const TABLE_SHOWN = 6
const TIPS_SHOWN = 4
const FIRST_LEAGUE = 'football'
const OPEN_TIPS = { pageNum: 1 } as const

interface NewsSideProps {
  /** The league of the page's subject; by default football. Null while it is loading. */
  readonly leagueId?: string | null | undefined
}

/** The side column of the news: standings and expert tips. Each part has its own loading, error and empty state. */
export function NewsSide({ leagueId = FIRST_LEAGUE }: NewsSideProps) {
  const { tips } = useAtomValue(entrancesAtom)
  return (
    <>
      <TableExcerpt leagueId={leagueId} />
      {tips && <TipsExcerpt />}
    </>
  )
}

function TableExcerpt({ leagueId }: { readonly leagueId: string | null }) {
  const standings = useServerData('soccer.standings', leagueId === null ? null : { league: leagueId })
  // A site without a source of matches has no tables.
  if (standings.data === null && isNotFound(standings.failure)) return null
  return (
    <Panel title={newsText('side.table')} aside={<MoreLink to={DATA_PATH}>{newsText('side.more')}</MoreLink>}>
      <Block
        name={newsText('side.table')}
        query={standings}
        failed={newsText('side.failed')}
        skeleton={<RowsSkeleton rows={TABLE_SHOWN} />}
        isEmpty={({ list }) => list.length === 0}
      >
        {({ list }) => (
          <Rows>
            {list.slice(0, TABLE_SHOWN).map(({ rank, team, teamId, logo, points }) => (
              <Row
                key={team}
                to={teamPath(teamId)}
                lead={
                  <>
                    {rank}&ensp;
                    <Crest team={team} src={logo} size={24} />
                  </>
                }
                title={team}
                end={newsText('side.points', { points })}
              />
            ))}
          </Rows>
        )}
      </Block>
    </Panel>
  )
}

function TipsExcerpt() {
  const tips = useServerData('tips.list', OPEN_TIPS)
  if (tips.data?.list.length === 0) return null
  return (
    <Panel title={newsText('side.tips')} aside={<MoreLink to={TIPS_PATH}>{newsText('side.more')}</MoreLink>}>
      <Block
        name={newsText('side.tips')}
        query={tips}
        failed={newsText('side.failed')}
        skeleton={<RowsSkeleton rows={TIPS_SHOWN} />}
        isEmpty={({ list }) => list.length === 0}
      >
        {({ list }) => (
          <Rows>
            {list.slice(0, TIPS_SHOWN).map((tip) => (
              <Row
                key={tip.id}
                to={tipPath(tip.id)}
                lead={<Avatar id={tip.expertId} src={tip.expertAvatar} size={32} />}
                title={plainText(tip.title)}
                note={`${isolated(plainText(tip.expertName))} · ${isolated(plainText(tip.matchTitle))}`}
                isWrapped
              />
            ))}
          </Rows>
        )}
      </Block>
    </Panel>
  )
}
