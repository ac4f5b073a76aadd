import { useState } from 'react'
import { ADJUSTMENT_ALONE_PER_DAY } from '#protocol/console/constants.ts'
import type { MemberDetail } from '#protocol/console/people.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import type { Result } from '#protocol/result.ts'
import { formatCount } from '#lib/format.ts'
import { randomId } from '#lib/random-id.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { consoleCall } from '../client.ts'
import { ActDialog, type DialogProps } from './ActDialog.tsx'

export type MemberAct = 'ban' | 'unban' | 'mute' | 'signOut' | 'resetFactor' | 'adjust'

interface MemberDialogProps extends DialogProps {
  readonly member: MemberDetail
  readonly act: MemberAct
}

/** The question before an action on a member. */
export function MemberDialog(props: MemberDialogProps) {
  if (props.act === 'adjust') return <AdjustDialog {...props} />
  if (props.act === 'mute') return <MuteDialog {...props} />
  return <PlainDialog {...props} act={props.act} />
}

const LEADS = { ban: 'member.banLead', signOut: 'member.signOutLead', resetFactor: 'member.resetFactorLead' } as const

interface PlainDialogProps extends MemberDialogProps {
  readonly act: 'ban' | 'unban' | 'signOut' | 'resetFactor'
}

function PlainDialog({ member, act, onChanged, onClose }: PlainDialogProps) {
  const { userId, record } = member
  const run = (reason: string): Promise<Result<unknown>> => {
    if (act === 'signOut') return consoleCall('member.signOut', { userId })
    if (act === 'resetFactor') return consoleCall('member.resetFactor', { userId, reason })
    return consoleCall(`member.${act}`, { userId, version: record.version, reason })
  }
  return (
    <ActDialog
      title={consoleText(`member.${act}`)}
      {...(act !== 'unban' && { description: consoleText(LEADS[act]) })}
      hasReason={act !== 'signOut'}
      act={run}
      {...{ onChanged, onClose }}
    />
  )
}

const FIRST_MINUTES = '60'

function MuteDialog({ member: { userId }, onChanged, onClose }: MemberDialogProps) {
  const [chatRoomNo, setRoom] = useState('')
  const [minutes, setMinutes] = useState(FIRST_MINUTES)
  const run = (reason: string) =>
    consoleCall('member.mute', { userId, chatRoomNo, minutes: Number(minutes) === 0 ? null : Number(minutes), reason })
  return (
    <ActDialog
      title={consoleText('member.mute')}
      hasReason
      isReady={chatRoomNo !== '' && /^\d{1,5}$/.test(minutes)}
      act={run}
      {...{ onChanged, onClose }}
    >
      <Field label={consoleText('member.room')} value={chatRoomNo} autoCapitalize="none" onValueChange={setRoom} />
      <NumberField label={consoleText('member.minutes')} maxLength={5} value={minutes} onValueChange={setMinutes} />
    </ActDialog>
  )
}

function AdjustDialog({ member: { userId }, onChanged, onClose }: MemberDialogProps) {
  const [coins, setCoins] = useState('')
  // One key per dialog, so that a repeated submission cannot move the coins twice.
  const [key] = useState(randomId)
  const isNumber = /^[+-]?\d{1,7}$/.test(coins) && Number(coins) !== 0
  const run = (reason: string) => consoleCall('coins.adjust', { userId, coins: Number(coins), reason, key })
  const doneText = ({ balance }: ConsoleDataOf<'coins.adjust'>) =>
    balance === null ? consoleText('member.waiting') : consoleText('member.posted', { balance: formatCount(balance) })
  return (
    <ActDialog
      title={consoleText('member.adjust')}
      description={consoleText('member.adjustLead', { limit: formatCount(ADJUSTMENT_ALONE_PER_DAY) })}
      hasReason
      isReady={isNumber}
      act={run}
      {...{ doneText, onChanged, onClose }}
    >
      <NumberField
        label={consoleText('member.adjustCoins')}
        // Keyboards of phones for digits have no minus sign.
        inputMode="text"
        maxLength={8}
        value={coins}
        error={coins === '' || coins === '-' || isNumber ? null : consoleText('member.badNumber')}
        onValueChange={setCoins}
      />
    </ActDialog>
  )
}
