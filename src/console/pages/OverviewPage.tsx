import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { formatCount } from '#lib/format.ts'
import { cst } from '#lib/messages/console.ts'
import { useConsoleData } from '../client.ts'
import { Facts, Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

/** State of the site, of its ledger, and of its rooms. */
export function OverviewPage() {
  const { formatTime } = useConsole()
  const query = useConsoleData('overview.get', {})
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
                [cst('overview.ledger'), ledgerText(data.ledgerSums)],
                [cst('overview.started'), formatTime(data.startedAt)],
                [cst('overview.version'), data.version],
                [cst('overview.database'), data.database],
              ]}
            />
            <Part title={cst('overview.rooms')}>
              <Table
                label={cst('overview.rooms')}
                rows={data.rooms}
                idOf={({ chatRoomNo }) => chatRoomNo}
                columns={[
                  { label: cst('overview.room'), render: ({ title, chatRoomNo }) => `${title} (${chatRoomNo})` },
                  { label: cst('overview.viewers'), render: ({ viewers }) => formatCount(viewers), isNumber: true },
                ]}
              />
            </Part>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** Every transaction sums to zero, so the sum of all balances is zero too. */
function ledgerText(sums: ConsoleDataOf<'overview.get'>['ledgerSums']): string {
  const wrong = sums.filter(({ sum }) => sum !== 0)
  if (wrong.length === 0) return cst('overview.balanced')
  return wrong.map(({ currency, sum }) => cst('overview.unbalanced', { currency, sum })).join(' ')
}
