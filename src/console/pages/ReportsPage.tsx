import { useState } from 'react'
import { REPORT_OUTCOMES } from '#protocol/console/constants.ts'
import type { ConsoleReport } from '#protocol/console/moderation.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { isolated } from '#messages/bidi.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { moderationText } from '#messages/zh/console/moderation.ts'
import { Button } from '#ui/button/Button.tsx'
import { Checkbox } from '#ui/choice/Checkbox.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { MemberLink } from '../parts/MemberLink.tsx'
import { Queue } from '../parts/Queue.tsx'
import queue from '../parts/Queue.module.css'
import { Screen } from '../parts/Screen.tsx'
import { useConsole } from '../session.tsx'
import styles from './ReportsPage.module.css'

const TEXT = {
  show: moderationText('reports.show'),
  open: moderationText('reports.open'),
  handled: moderationText('reports.handled'),
  emptyOpen: moderationText('reports.emptyOpen'),
  emptyHandled: moderationText('reports.emptyHandled'),
}

type Outcome = (typeof REPORT_OUTCOMES)[number]
type Choice = { readonly report: ConsoleReport; readonly outcome: Outcome }

/** Reported messages with their context, newest first, and decisions about them. */
export function ReportsPage() {
  const [shown, setShown] = useState<ConsoleRequestOf<'report.list'>>({ isOpen: true })
  const [choice, setChoice] = useState<Choice | null>(null)
  const query = useConsoleData('report.list', shown)
  return (
    <Screen title={moderationText('reports.title')}>
      <Queue
        query={query}
        request={shown}
        text={TEXT}
        idOf={({ id }) => id}
        render={(report) => <Report report={report} onChoose={(outcome) => setChoice({ report, outcome })} />}
        onRequest={setShown}
      />
      {choice && <DecisionDialog {...choice} onChanged={query.retry} onClose={() => setChoice(null)} />}
    </Screen>
  )
}

interface ReportProps {
  readonly report: ConsoleReport
  readonly onChoose: (outcome: Outcome) => void
}

function Report({ report, onChoose }: ReportProps) {
  const { can, formatTime } = useConsole()
  const { userId, memberName, room, chatRoomNo, reports, firstAt, decision, entryId, context, complaints } = report
  return (
    <article className={queue.card} aria-label={memberName}>
      <header className={queue.head}>
        <h2>
          <MemberLink userId={userId} name={memberName} />
        </h2>
        <Badge tone="danger">{moderationText('reports.count', { count: reports })}</Badge>
        <span className={queue.muted}>{room === '' ? chatRoomNo : `${room} (${chatRoomNo})`}</span>
        <span className={queue.muted}>{moderationText('reports.first', { time: formatTime(firstAt) })}</span>
      </header>
      <ol className={styles.context} aria-label={moderationText('reports.context')}>
        {context.map((message) => (
          <li key={message.id} data-reported={message.id === entryId}>
            <span className={queue.muted}>
              <bdi>{message.memberName}</bdi>
            </span>{' '}
            <bdi>{message.text}</bdi>
            {message.id === entryId && <span className={styles.mark}>{moderationText('reports.reported')}</span>}
          </li>
        ))}
      </ol>
      <ul className={styles.complaints} aria-label={moderationText('reports.complaints')}>
        {complaints.map(({ reason, note, at }) => (
          <li key={`${at} ${reason}`}>
            {moderationText(`reports.reason.${reason}`)}
            {note !== '' && `：${isolated(note)}`}
          </li>
        ))}
      </ul>
      {decision && (
        <p>
          {moderationText('reports.decided', {
            by: decision.by,
            time: formatTime(decision.at),
            outcome: moderationText(`reports.${decision.outcome}`),
            reason: decision.reason,
          })}
        </p>
      )}
      {!decision && can('report.decide') && (
        <div className={queue.actions}>
          {REPORT_OUTCOMES.map((outcome) => (
            <Button key={outcome} onClick={() => onChoose(outcome)}>
              {moderationText(`reports.${outcome}`)}
            </Button>
          ))}
        </div>
      )}
    </article>
  )
}

const FIRST_MINUTES = '60'

function DecisionDialog({ report: { id, version }, outcome, onChanged, onClose }: Choice & DialogProps) {
  const [minutes, setMinutes] = useState(FIRST_MINUTES)
  const [deletesMessage, setDeletes] = useState(true)
  const isMute = outcome === 'mute'
  const actsOnMember = isMute || outcome === 'ban'
  const submit = (reason: string) =>
    consoleCall('report.decide', {
      id,
      version,
      outcome,
      reason,
      ...(actsOnMember && { deletesMessage }),
      ...(isMute && { minutes: Number(minutes) === 0 ? null : Number(minutes) }),
    })
  return (
    <ActDialog
      title={moderationText(`reports.${outcome}`)}
      description={moderationText(`reports.${outcome}Lead`)}
      hasReason
      isReady={!isMute || /^\d{1,5}$/.test(minutes)}
      act={submit}
      {...{ onChanged, onClose }}
    >
      {isMute && (
        <NumberField label={consoleText('member.minutes')} maxLength={5} value={minutes} onValueChange={setMinutes} />
      )}
      {actsOnMember && (
        <Checkbox isChecked={deletesMessage} onChange={setDeletes}>
          {moderationText('reports.deletesToo')}
        </Checkbox>
      )}
    </ActDialog>
  )
}
