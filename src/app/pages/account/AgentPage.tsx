import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AGENT, AGENT_CHANNEL_MAX, AGENT_CONTACT_MAX, AGENT_NOTE_MAX } from '#protocol/club/agents.ts'
import type { AgentStatus } from '#protocol/endpoints/account/agent.ts'
import { cleanChatText, cleanLines } from '#protocol/rules/chat-text.ts'
import { dateTimeText, dayText } from '#features/club/club-format.ts'
import { agentText } from '#messages/zh/agent.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { loginPath } from '#state/session/login-path.ts'
import { memberAtom } from '#state/session/session.ts'
import { useMessageChange } from '#state/session/use-message-change.ts'
import { siteAtom } from '#state/site/site.ts'
import { call } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { CopyButton } from '#ui/button/CopyButton.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { TextArea } from '#ui/field/TextArea.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded, LoadedPage } from '#ui/state/Loaded.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './AgentPage.module.css'

const PAGE_SIZE = 20

/** `/app/agent` (S1.28, S6.9): what an agent is; for members the application, its state, link and invited members. */
export function AgentPage() {
  const member = useAtomValue(memberAtom)
  const { skin } = useAtomValue(siteAtom)
  useDocumentTitle(agentText('title'))
  return (
    <Page isStacked>
      <PageHead title={agentText('title')} lead={agentText('lead')} />
      <Panel title={agentText('join')}>
        <ul className={styles.list}>
          <li>{agentText('join1')}</li>
          <li>{agentText('join2')}</li>
          <li>{agentText('join3')}</li>
        </ul>
        {member === null && (
          <div className={styles.signIn}>
            <Link className={buttonClass({ kind: 'primary' })} to={loginPath(skin, '/app/agent')}>
              {agentText('signIn')}
            </Link>
          </div>
        )}
      </Panel>
      {/* Keyed by member, so that no data of the previous member remains. */}
      {member !== null && <Mine key={member.userId} />}
    </Page>
  )
}

function Mine() {
  const query = useMemberData('agent.status', {})
  useMessageChange(query.retry)
  const { data } = query
  if (data === null) {
    return (
      <Panel title={agentText('status')}>
        <Loaded query={query} title={agentText('failed')} rows={2} height={56} />
      </Panel>
    )
  }
  const canApply = data.status === AGENT.none || data.status === AGENT.rejected
  return (
    <>
      {data.status !== AGENT.none && <Status data={data} />}
      {canApply && data.isOpen && <ApplyForm data={data} onApplied={query.retry} />}
      {canApply && !data.isOpen && (
        <Panel>
          <EmptyState title={agentText('closed')} />
        </Panel>
      )}
      {data.link && <AgentLink link={data.link} />}
      {data.status === AGENT.approved && <Friends />}
    </>
  )
}

function Status({ data: { status, appliedAt, decidedAt, reason } }: { readonly data: AgentStatus }) {
  return (
    <Panel
      title={agentText('status')}
      aside={
        <Badge tone={status === AGENT.approved ? 'accent' : 'neutral'}>
          {agentText(`status.${status}` as 'status.0')}
        </Badge>
      }
    >
      <div className={styles.body}>
        <Facts layout="tiles">
          {appliedAt !== null && <Fact name={agentText('appliedAt')}>{dateTimeText(appliedAt)}</Fact>}
          {decidedAt !== null && <Fact name={agentText('decidedAt')}>{dateTimeText(decidedAt)}</Fact>}
          {reason !== '' && <Fact name={agentText('reason')}>{reason}</Fact>}
        </Facts>
      </div>
    </Panel>
  )
}

interface ApplyFormProps {
  readonly data: AgentStatus
  readonly onApplied: () => void
}

function ApplyForm({ data: { status }, onApplied }: ApplyFormProps) {
  const form = useForm({
    initial: { contact: '', channel: '', note: '' },
    check: ({ contact, channel, note }) => ({
      contact: isLength(contact, 3, AGENT_CONTACT_MAX)
        ? null
        : agentText('problem.contact', { max: AGENT_CONTACT_MAX }),
      channel: isLength(channel, 2, AGENT_CHANNEL_MAX)
        ? null
        : agentText('problem.channel', { max: AGENT_CHANNEL_MAX }),
      note:
        cleanLines(note).length <= AGENT_NOTE_MAX
          ? null
          : agentText('problem.note', { max: AGENT_NOTE_MAX, count: cleanLines(note).length }),
    }),
    submit: (values) => call('agent.apply', values),
    onDone: () => {
      toast({ text: agentText('submitted'), tone: 'success' })
      onApplied()
    },
  })
  return (
    <Panel title={agentText('form')}>
      <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
        <Field
          {...form.bind('contact')}
          label={agentText('contact')}
          hint={agentText('contactHint')}
          name="contact"
          autoComplete="off"
        />
        <Field
          {...form.bind('channel')}
          label={agentText('channel')}
          hint={agentText('channelHint')}
          name="channel"
          autoComplete="off"
        />
        <TextArea {...form.bind('note')} label={agentText('note')} rows={3} />
        {form.failure && <FormFailure failure={form.failure} />}
        <div>
          <Button kind="primary" type="submit" isLoading={form.isBusy}>
            {agentText(status === AGENT.rejected ? 'again' : 'submit')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

function isLength(text: string, min: number, max: number): boolean {
  const { length } = cleanChatText(text)
  return length >= min && length <= max
}

function AgentLink({ link }: { readonly link: NonNullable<AgentStatus['link']> }) {
  const address = new URL(link.url, window.location.origin).href
  const parts = [
    { name: agentText('address'), text: address },
    { name: agentText('iCode'), text: link.i_code.toUpperCase() },
    { name: agentText('rCode'), text: link.r_code.toUpperCase() },
  ]
  return (
    <Panel title={agentText('link')}>
      <div className={styles.body}>
        {parts.map(({ name, text }) => (
          <div key={name} className={styles.link}>
            <span>
              <small>{name}</small>
              {text}
            </span>
            <CopyButton text={text} name={name} size="small" />
          </div>
        ))}
      </div>
    </Panel>
  )
}

function Friends() {
  const [pageNum, setPageNum] = useState(1)
  const ladder = useMemberData('invite.ladder', {})
  const query = useMemberData('invite.friends', { pageNum, pageSize: PAGE_SIZE })
  const counts = ladder.data && { invited: ladder.data.invited, qualified: ladder.data.qualified }
  return (
    <Panel title={agentText('friends')} aside={counts && <span>{agentText('counts', counts)}</span>}>
      <p className={styles.note}>{agentText('rule')}</p>
      <Loaded query={query} title={agentText('friends.failed')} rows={3} height={56}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState title={agentText('friends.empty')} text={agentText('friends.emptyText')} />
          ) : (
            <>
              <LoadedPage query={query} failed={agentText('friends.failed')}>
                <Rows label={agentText('friends')}>
                  {list.map(({ number, date, isQualified }) => (
                    <Row
                      key={number}
                      title={agentText('friend', { number })}
                      note={agentText('joined', { date: dayText(date) })}
                      end={
                        <Badge tone={isQualified ? 'accent' : 'plain'}>
                          {agentText(isQualified ? 'qualified' : 'waiting')}
                        </Badge>
                      }
                    />
                  ))}
                </Rows>
              </LoadedPage>
              {total > PAGE_SIZE && (
                <div className={styles.pager}>
                  <Button size="small" disabled={pageNum === 1} onClick={() => setPageNum(pageNum - 1)}>
                    {agentText('newer')}
                  </Button>
                  <Button size="small" disabled={pageNum * PAGE_SIZE >= total} onClick={() => setPageNum(pageNum + 1)}>
                    {agentText('earlier')}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
