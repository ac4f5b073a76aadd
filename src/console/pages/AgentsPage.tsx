import { useState } from 'react'
import { AGENT_DECISIONS, type AgentDecision, agentStatusAfter } from '#protocol/club/agents.ts'
import type { ConsoleAgent } from '#protocol/console/agents.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { isolated } from '#messages/bidi.ts'
import { agentText } from '#messages/zh/agent.ts'
import { consoleAgentsText } from '#messages/zh/console/agents.ts'
import { Button } from '#ui/button/Button.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog } from '../parts/ActDialog.tsx'
import { MemberLink } from '../parts/MemberLink.tsx'
import { Queue } from '../parts/Queue.tsx'
import queue from '../parts/Queue.module.css'
import { Screen } from '../parts/Screen.tsx'
import { useConsole } from '../session.tsx'

const TEXT = {
  show: consoleAgentsText('show'),
  open: consoleAgentsText('open'),
  handled: consoleAgentsText('handled'),
  emptyOpen: consoleAgentsText('emptyOpen'),
  emptyHandled: consoleAgentsText('emptyHandled'),
}

type Choice = { readonly agent: ConsoleAgent; readonly decision: AgentDecision }

/** Applications of agents and decisions about them. */
export function AgentsPage() {
  const [shown, setShown] = useState<ConsoleRequestOf<'agent.list'>>({ isOpen: true })
  const [choice, setChoice] = useState<Choice | null>(null)
  const query = useConsoleData('agent.list', shown)
  return (
    <Screen title={consoleAgentsText('title')}>
      <Queue
        query={query}
        request={shown}
        text={TEXT}
        idOf={({ id }) => id}
        render={(agent) => <Application agent={agent} onChoose={(decision) => setChoice({ agent, decision })} />}
        onRequest={setShown}
      />
      {choice && (
        <ActDialog
          title={consoleAgentsText(choice.decision)}
          description={consoleAgentsText('lead')}
          hasReason
          act={(reason) => {
            const { agent, decision } = choice
            return consoleCall('agent.decide', { id: agent.id, version: agent.version, decision, reason })
          }}
          onChanged={query.retry}
          onClose={() => setChoice(null)}
        />
      )}
    </Screen>
  )
}

interface ApplicationProps {
  readonly agent: ConsoleAgent
  readonly onChoose: (decision: AgentDecision) => void
}

function Application({ agent, onChoose }: ApplicationProps) {
  const { can, formatTime } = useConsole()
  const { userId, memberName, status, contact, channel, note, reason, operator, createdAt, decidedAt } = agent
  const decisions = AGENT_DECISIONS.filter((one) => agentStatusAfter(status, one) !== null)
  return (
    <article className={queue.card} aria-label={memberName}>
      <header className={queue.head}>
        <h2>
          <MemberLink userId={userId} name={memberName} />
        </h2>
        <Badge tone={status === 1 ? 'accent' : 'neutral'}>{agentText(`status.${status}` as 'status.0')}</Badge>
      </header>
      <Facts layout="tiles">
        <Fact name={consoleAgentsText('contact')}>{isolated(contact)}</Fact>
        <Fact name={consoleAgentsText('channel')}>{isolated(channel)}</Fact>
        <Fact name={consoleAgentsText('created')}>{formatTime(createdAt)}</Fact>
        {decidedAt !== null && <Fact name={consoleAgentsText('decided')}>{formatTime(decidedAt)}</Fact>}
        {operator !== '' && <Fact name={consoleAgentsText('operator')}>{isolated(operator)}</Fact>}
        {reason !== '' && <Fact name={consoleAgentsText('reason')}>{isolated(reason)}</Fact>}
      </Facts>
      {note !== '' && <p dir="auto">{note}</p>}
      {decisions.length > 0 && can('agent.decide') && (
        <div className={queue.actions}>
          {decisions.map((decision) => (
            <Button key={decision} onClick={() => onChoose(decision)}>
              {consoleAgentsText(decision)}
            </Button>
          ))}
        </div>
      )}
    </article>
  )
}
