import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { MemberDetail } from '#protocol/console/people.ts'
import type { ConsoleActionName } from '#protocol/console/table.ts'
import type { Failure } from '#protocol/result.ts'
import { formatCount } from '#lib/format.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { moderationText } from '#messages/zh/console/moderation.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { BlockDialog } from '../parts/BlockDialog.tsx'
import { MemberDialog, type MemberAct } from '../parts/MemberDialog.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './MemberPage.module.css'

/** Mutes for good end at the largest time; every other mute ends before. */
const FAR_FUTURE = Date.UTC(9000, 0)

const ACTIONS: readonly (readonly [act: MemberAct, needs: ConsoleActionName])[] = [
  ['ban', 'member.ban'],
  ['unban', 'member.unban'],
  ['mute', 'member.mute'],
  ['signOut', 'member.signOut'],
  ['resetFactor', 'member.resetFactor'],
  ['adjust', 'coins.adjust'],
]

/** One member: profile, record, sessions, mutes, and what an operator can do. */
export function MemberPage() {
  const { userId = '' } = useParams()
  const query = useConsoleData('member.get', { userId })
  return <Loaded query={query}>{(member) => <Member member={member} onChanged={query.retry} />}</Loaded>
}

function Member({ member, onChanged }: { readonly member: MemberDetail; readonly onChanged: () => void }) {
  const { can, formatTime } = useConsole()
  const [act, setAct] = useState<MemberAct | null>(null)
  const { name, isBanned, record, passkeys } = member
  const isOffered = (one: MemberAct): boolean => {
    if (one === 'ban') return !isBanned
    if (one === 'unban') return isBanned
    return one !== 'resetFactor' || passkeys > 0
  }
  const offered = ACTIONS.filter(([one, needs]) => can(needs) && isOffered(one))
  return (
    <Screen title={consoleText('member.title', { name })} lead={banText(member)}>
      <div className={styles.actions}>
        {offered.map(([one]) => (
          <Button key={one} onClick={() => setAct(one)}>
            {consoleText(`member.${one}`)}
          </Button>
        ))}
      </div>
      <Facts layout="tiles">
        <Fact name={consoleText('people.nickname')}>{member.nickname}</Fact>
        <Fact name={consoleText('member.id')}>{member.userId}</Fact>
        <Fact name={consoleText('people.state')}>{consoleText(isBanned ? 'people.banned' : 'people.active')}</Fact>
        <Fact name={consoleText('member.coins')}>{formatCount(member.coins)}</Fact>
        <Fact name={consoleText('people.vip')}>{member.vipLevel}</Fact>
        <Fact name={consoleText('people.site')}>{member.siteId}</Fact>
        <Fact name={consoleText('member.passkeys')}>{passkeys}</Fact>
        <Fact name={consoleText('people.created')}>{formatTime(member.createdAt)}</Fact>
      </Facts>
      <MemberNote userId={member.userId} record={record} isEditable={can('member.setNote')} onChanged={onChanged} />
      <SignedInDevices member={member} onChanged={onChanged} />
      <Mutes member={member} onChanged={onChanged} />
      {act && <MemberDialog act={act} member={member} onChanged={onChanged} onClose={() => setAct(null)} />}
    </Screen>
  )
}

interface MemberPartProps {
  readonly member: MemberDetail
  readonly onChanged: () => void
}

function SignedInDevices({ member, onChanged }: MemberPartProps) {
  const { can, formatTime } = useConsole()
  const [blocked, setBlocked] = useState<string | null>(null)
  return (
    <Part title={consoleText('member.sessions')}>
      <Table
        label={consoleText('member.sessions')}
        rows={member.sessions}
        idOf={({ signedInAt, address }) => `${signedInAt} ${address}`}
        columns={[
          { label: consoleText('member.device'), render: ({ device }) => device || '—' },
          { label: consoleText('audit.address'), render: ({ address }) => address },
          { label: consoleText('member.signedIn'), render: ({ signedInAt }) => formatTime(signedInAt) },
          { label: consoleText('operators.lastSeen'), render: ({ lastSeenAt }) => formatTime(lastSeenAt) },
          {
            label: consoleText('operators.actions'),
            render: ({ deviceId }) =>
              can('block.add') && (
                <Button size="small" onClick={() => setBlocked(deviceId)}>
                  {moderationText('blocks.device')}
                </Button>
              ),
          },
        ]}
      />
      {blocked !== null && (
        <BlockDialog
          first={{ kind: 'device', value: blocked }}
          onChanged={onChanged}
          onClose={() => setBlocked(null)}
        />
      )}
    </Part>
  )
}

/** Rooms in which the member is muted. */
function Mutes({ member, onChanged }: MemberPartProps) {
  const { can, formatTime } = useConsole()
  const unmute = async (chatRoomNo: string) => {
    const result = await consoleCall('member.unmute', { userId: member.userId, chatRoomNo })
    toast(result.ok ? consoleText('done') : consoleText('failed', { reason: result.message }))
    if (result.ok) onChanged()
  }
  return (
    <Part title={consoleText('member.mutes')}>
      <Table
        label={consoleText('member.mutes')}
        rows={member.mutes}
        idOf={({ chatRoomNo }) => chatRoomNo}
        columns={[
          { label: consoleText('member.room'), render: ({ chatRoomNo }) => chatRoomNo },
          {
            label: consoleText('member.until'),
            render: ({ until }) => (until >= FAR_FUTURE ? consoleText('member.forGood') : formatTime(until)),
          },
          { label: consoleText('reason'), render: ({ reason }) => reason },
          {
            label: consoleText('operators.actions'),
            render: ({ chatRoomNo }) =>
              can('member.unmute') && (
                <Button size="small" onClick={() => void unmute(chatRoomNo)}>
                  {consoleText('member.unmute')}
                </Button>
              ),
          },
        ]}
      />
    </Part>
  )
}

function banText({ isBanned, record: { banReason } }: MemberDetail): string {
  return isBanned ? consoleText('member.banReason', { reason: banReason || '—' }) : ''
}

interface MemberNoteProps {
  readonly userId: string
  readonly record: MemberDetail['record']
  readonly isEditable: boolean
  readonly onChanged: () => void
}

/** The note about a member. After a conflict it shows the stored note beside what was typed. */
function MemberNote({ userId, record, isEditable, onChanged }: MemberNoteProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (!isEditable)
    return (
      <Facts layout="tiles">
        <Fact name={consoleText('member.note')}>{record.note || '—'}</Fact>
      </Facts>
    )
  const save = async () => {
    setBusy(true)
    const result = await consoleCall('member.setNote', { userId, version: record.version, note: typed ?? record.note })
    setBusy(false)
    setFailure(result.ok ? null : result)
    if (result.ok) {
      setTyped(null)
      toast(consoleText('done'))
    }
    if (result.ok || result.code === CONSOLE_CODES.EDIT_CONFLICT) onChanged()
  }
  const isConflict = failure?.code === CONSOLE_CODES.EDIT_CONFLICT
  return (
    <Form className={styles.note} isBusy={isBusy} onSubmit={() => void save()}>
      {isConflict ? (
        <div role="alert">
          <p>{consoleText('member.conflict')}</p>
          <blockquote>{record.note || '—'}</blockquote>
        </div>
      ) : (
        failure && <FormFailure failure={failure} />
      )}
      <Field label={consoleText('member.note')} value={typed ?? record.note} maxLength={500} onValueChange={setTyped} />
      <Button type="submit" isLoading={isBusy} disabled={typed === null}>
        {consoleText('save')}
      </Button>
    </Form>
  )
}
