import { useState } from 'react'
import { ADJUSTMENT_STATES } from '#protocol/console/constants.ts'
import type { AdjustmentView } from '#protocol/console/people.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { formatCount } from '#lib/format.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog } from '../parts/ActDialog.tsx'
import { FilterForm } from '../parts/FilterForm.tsx'
import { MemberLink } from '../parts/MemberLink.tsx'
import { Screen } from '../parts/Screen.tsx'
import { PagedTable } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

const STATES = [
  { value: 'all', label: consoleText('people.all') },
  ...ADJUSTMENT_STATES.map((value) => ({ value, label: consoleText(`coins.state.${value}`) })),
] as const

type Choice = ConsoleRequestOf<'coins.decide'>

/** Coin adjustments, newest first, and the approval of waiting ones. */
export function CoinsPage() {
  const { formatTime } = useConsole()
  const [shown, setShown] = useState<ConsoleRequestOf<'coins.list'>>({})
  const [chosen, setChosen] = useState<Choice | null>(null)
  const query = useConsoleData('coins.list', shown)
  const choose = (state: (typeof STATES)[number]['value']) => setShown(state === 'all' ? {} : { state })
  return (
    <Screen title={consoleText('coins.title')}>
      <FilterForm onSubmit={query.retry}>
        <SelectField
          label={consoleText('coins.state')}
          value={shown.state ?? 'all'}
          options={STATES}
          onValueChange={choose}
        />
      </FilterForm>
      <PagedTable
        query={query}
        request={shown}
        onPage={setShown}
        label={consoleText('coins.title')}
        idOf={({ id }) => id}
        columns={[
          {
            label: consoleText('coins.member'),
            render: ({ userId, nickname }) => <MemberLink userId={userId} name={nickname} />,
          },
          { label: consoleText('coins.coins'), render: ({ coins }) => signed(coins), isNumber: true },
          { label: consoleText('reason'), render: ({ reason }) => reason },
          { label: consoleText('coins.state'), render: (one) => consoleText(`coins.state.${one.state}`) },
          {
            label: consoleText('coins.proposed'),
            render: ({ proposedBy, proposedAt }) => `${proposedBy} ${formatTime(proposedAt)}`,
          },
          { label: consoleText('coins.decided'), render: (one) => <Decision adjustment={one} onDecide={setChosen} /> },
        ]}
      />
      {chosen && (
        <ActDialog
          title={consoleText(chosen.isApproved ? 'coins.approve' : 'coins.refuse')}
          act={() => consoleCall('coins.decide', chosen)}
          onChanged={query.retry}
          onClose={() => setChosen(null)}
        />
      )}
    </Screen>
  )
}

const signed = (coins: number): string => `${coins < 0 ? '−' : '+'}${formatCount(Math.abs(coins))}`

interface DecisionProps {
  readonly adjustment: AdjustmentView
  readonly onDecide: (choice: Choice) => void
}

/** Who decided an adjustment, or the buttons for another operator than its proposer. */
function Decision({ adjustment, onDecide }: DecisionProps) {
  const { session, can, formatTime } = useConsole()
  const { id, state, proposedBy, decidedBy, decidedAt } = adjustment
  if (decidedBy !== null) return `${decidedBy} ${decidedAt === null ? '' : formatTime(decidedAt)}`
  const mayDecide = state === 'waiting' && can('coins.decide') && proposedBy !== session.operator?.name
  if (!mayDecide) return '—'
  return (
    <>
      <Button size="small" onClick={() => onDecide({ id, isApproved: true })}>
        {consoleText('coins.approve')}
      </Button>{' '}
      <Button size="small" onClick={() => onDecide({ id, isApproved: false })}>
        {consoleText('coins.refuse')}
      </Button>
    </>
  )
}
