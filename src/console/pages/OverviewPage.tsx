import { useEffect } from 'react'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { isolated } from '#lib/bidi.ts'
import { formatCount } from '#lib/format.ts'
import { cst } from '#lib/messages/console.ts'
import { Badge } from '#ui/Badge.tsx'
import { useConsoleData } from '../client.ts'
import { Facts, Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

const REFRESH_MS = 10_000

type Overview = ConsoleDataOf<'overview.get'>

/** State of the site, of its ledger, and of its rooms. Refreshed while it is open. */
export function OverviewPage() {
  const { formatTime } = useConsole()
  const query = useConsoleData('overview.get', {})
  const { retry } = query
  useEffect(() => {
    const timer = setInterval(retry, REFRESH_MS)
    return () => clearInterval(timer)
  }, [retry])
  return (
    <Screen title={cst('overview.title')}>
      <Loaded query={query}>
        {(data) => (
          <>
            <Facts
              items={[
                [cst('overview.members'), formatCount(data.members)],
                [cst('overview.sessions'), formatCount(data.sessions)],
                [cst('overview.waiting'), formatCount(data.waitingAdjustments)],
                [cst('overview.reports'), formatCount(data.openReports)],
                [cst('overview.ledger'), ledgerText(data.ledgerSums)],
                [cst('overview.started'), formatTime(data.startedAt)],
                [cst('overview.version'), data.version],
                [cst('overview.database'), data.database],
              ]}
            />
            <Rooms rooms={data.rooms} />
            <Problems problems={data.problems} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Rooms({ rooms }: Pick<Overview, 'rooms'>) {
  return (
    <Part title={cst('overview.rooms')}>
      <p>{cst('overview.figures')}</p>
      <Table
        label={cst('overview.rooms')}
        rows={rooms}
        idOf={({ chatRoomNo }) => chatRoomNo}
        columns={[
          { label: cst('overview.room'), render: ({ title, chatRoomNo }) => `${isolated(title)} (${chatRoomNo})` },
          { label: cst('overview.viewers'), render: ({ viewers }) => formatCount(viewers), isNumber: true },
          {
            label: cst('overview.messages'),
            render: ({ messagesPerSecond }) => messagesPerSecond.toFixed(1),
            isNumber: true,
          },
          {
            label: cst('overview.lag'),
            render: ({ lagMs }) => cst('overview.lagMs', { ms: Math.round(lagMs) }),
            isNumber: true,
          },
          { label: cst('overview.refused'), render: ({ refused }) => formatCount(refused), isNumber: true },
          { label: cst('overview.errors'), render: ({ errors }) => formatCount(errors), isNumber: true },
        ]}
      />
    </Part>
  )
}

function Problems({ problems }: Pick<Overview, 'problems'>) {
  const { formatTime } = useConsole()
  return (
    <Part title={cst('overview.problems')}>
      <p>{cst('overview.problemsLead')}</p>
      <Table
        label={cst('overview.problems')}
        rows={problems}
        idOf={({ text }) => text}
        columns={[
          {
            label: cst('overview.level'),
            render: ({ isError }) => (
              <span>
                <Badge tone={isError ? 'danger' : 'coin'}>{cst(isError ? 'overview.error' : 'overview.warning')}</Badge>
              </span>
            ),
          },
          { label: cst('overview.problem'), render: ({ text }) => <span lang="en">{text}</span> },
          { label: cst('overview.count'), render: ({ count }) => formatCount(count), isNumber: true },
          { label: cst('overview.last'), render: ({ lastAt }) => formatTime(lastAt) },
          { label: cst('overview.procedure'), render: ({ procedure }) => `operations.md#${procedure}` },
        ]}
      />
    </Part>
  )
}

/** Every transaction sums to zero, so the sum of all balances is zero too. */
function ledgerText(sums: Overview['ledgerSums']): string {
  const wrong = sums.filter(({ sum }) => sum !== 0)
  if (wrong.length === 0) return cst('overview.balanced')
  return wrong.map(({ currency, sum }) => cst('overview.unbalanced', { currency, sum })).join(' ')
}
