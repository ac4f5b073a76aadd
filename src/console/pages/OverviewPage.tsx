import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { isolated } from '#messages/bidi.ts'
import { formatCount } from '#lib/format.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { Badge } from '#ui/text/Badge.tsx'
import { useConsoleData } from '../client.ts'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

const REFRESH_MS = 10_000

type Overview = ConsoleDataOf<'overview.get'>

/** State of the site, of its ledger, and of its rooms. Refreshed while it is visible. */
export function OverviewPage() {
  const { formatTime } = useConsole()
  const query = useConsoleData('overview.get', {})
  useRefresh(query, REFRESH_MS)
  return (
    <Screen title={consoleText('overview.title')}>
      <Loaded query={query}>
        {(data) => (
          <>
            <Facts layout="tiles">
              <Fact name={consoleText('overview.members')}>{formatCount(data.members)}</Fact>
              <Fact name={consoleText('overview.sessions')}>{formatCount(data.sessions)}</Fact>
              <Fact name={consoleText('overview.waiting')}>{formatCount(data.waitingAdjustments)}</Fact>
              <Fact name={consoleText('overview.reports')}>{formatCount(data.openReports)}</Fact>
              <Fact name={consoleText('overview.ledger')}>{ledgerText(data.ledgerSums)}</Fact>
              <Fact name={consoleText('overview.started')}>{formatTime(data.startedAt)}</Fact>
              <Fact name={consoleText('overview.version')}>{data.version}</Fact>
              <Fact name={consoleText('overview.database')}>{data.database}</Fact>
            </Facts>
            <Rooms rooms={data.rooms} frames={data.frames} />
            <Problems problems={data.problems} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

const percent = (share: number): string => (share * 100).toFixed(0)

function Rooms({ rooms, frames }: Pick<Overview, 'rooms' | 'frames'>) {
  return (
    <Part title={consoleText('overview.rooms')}>
      <p>{consoleText('overview.figures')}</p>
      <p>
        {consoleText('overview.frames', {
          used: percent(frames.used),
          budget: percent(frames.budget),
          late: Math.round(frames.lateMs),
        })}
      </p>
      <Table
        label={consoleText('overview.rooms')}
        rows={rooms}
        idOf={({ chatRoomNo }) => chatRoomNo}
        columns={[
          {
            label: consoleText('overview.room'),
            render: ({ title, chatRoomNo }) => `${isolated(title)} (${chatRoomNo})`,
          },
          { label: consoleText('overview.viewers'), render: ({ viewers }) => formatCount(viewers), isNumber: true },
          {
            label: consoleText('overview.messages'),
            render: ({ messagesPerSecond }) => messagesPerSecond.toFixed(1),
            isNumber: true,
          },
          {
            label: consoleText('overview.interval'),
            render: ({ intervalMs }) => consoleText('overview.lagMs', { ms: Math.round(intervalMs) }),
            isNumber: true,
          },
          {
            label: consoleText('overview.lag'),
            render: ({ lagMs }) => consoleText('overview.lagMs', { ms: Math.round(lagMs) }),
            isNumber: true,
          },
          { label: consoleText('overview.refused'), render: ({ refused }) => formatCount(refused), isNumber: true },
          { label: consoleText('overview.errors'), render: ({ errors }) => formatCount(errors), isNumber: true },
        ]}
      />
    </Part>
  )
}

function Problems({ problems }: Pick<Overview, 'problems'>) {
  const { formatTime } = useConsole()
  return (
    <Part title={consoleText('overview.problems')}>
      <p>{consoleText('overview.problemsLead')}</p>
      <Table
        label={consoleText('overview.problems')}
        rows={problems}
        idOf={({ text }) => text}
        columns={[
          {
            label: consoleText('overview.level'),
            render: ({ isError }) => (
              <span>
                <Badge tone={isError ? 'danger' : 'coin'}>
                  {consoleText(isError ? 'overview.error' : 'overview.warning')}
                </Badge>
              </span>
            ),
          },
          { label: consoleText('overview.problem'), render: ({ text }) => <span lang="en">{text}</span> },
          { label: consoleText('overview.count'), render: ({ count }) => formatCount(count), isNumber: true },
          { label: consoleText('overview.last'), render: ({ lastAt }) => formatTime(lastAt) },
          { label: consoleText('overview.procedure'), render: ({ procedure }) => `operations.md#${procedure}` },
        ]}
      />
    </Part>
  )
}

/** Every transaction sums to zero, so the sum of all balances is zero too. */
function ledgerText(sums: Overview['ledgerSums']): string {
  const wrong = sums.filter(({ sum }) => sum !== 0)
  if (wrong.length === 0) return consoleText('overview.balanced')
  return wrong.map(({ currency, sum }) => consoleText('overview.unbalanced', { currency, sum })).join(' ')
}
