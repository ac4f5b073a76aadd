import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { LiveRoomDetail } from '#protocol/console/rooms.ts'
import { useState } from 'react'
import type { Result } from '#protocol/result.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { roomsText } from '#messages/zh/console/rooms.ts'
import { Checkbox } from '#ui/choice/Checkbox.tsx'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { consoleCall } from '../client.ts'
import { useConsole } from '../session.tsx'
import { ActDialog, type DialogProps } from './ActDialog.tsx'
import { timeOf, typedTime } from './content-fields.ts'
import { CoverDialog } from './CoverDialog.tsx'
import { RoomFields } from './RoomFields.tsx'
import { typedItems } from './rule-values.ts'
import { StreamKeyDialog } from './StreamKeyDialog.tsx'

/** What an operator can do to a room. */
export type LiveRoomAct =
  | 'edit'
  | 'close'
  | 'open'
  | 'renewKey'
  | 'rules'
  | 'welcome'
  | 'pin'
  | 'admins'
  | 'setCover'
  | 'removeCover'

interface LiveRoomDialogProps extends DialogProps {
  readonly act: LiveRoomAct
  /** The room as it was when the dialog opened. */
  readonly room: LiveRoomDetail
}

/** Asks for the values of an action, and for confirmation. */
export function LiveRoomDialog(props: LiveRoomDialogProps) {
  const { act, room, ...handlers } = props
  switch (act) {
    case 'edit':
      return <EditDialog {...props} />
    case 'rules':
      return <RulesDialog {...props} />
    case 'admins':
      return <AdminsDialog {...props} />
    case 'renewKey':
      return <StreamKeyDialog anchor={room.anchor} {...handlers} />
    case 'setCover':
      return <CoverDialog room={room} {...handlers} />
    case 'welcome':
    case 'pin':
      return <TextDialog {...props} act={act} />
    default:
      return <PlainDialog {...props} act={act} />
  }
}

type RoomDialogProps<Act extends LiveRoomAct = LiveRoomAct> = LiveRoomDialogProps & { readonly act: Act }

const LEADS = { close: 'room.closeLead', open: 'room.openLead', removeCover: 'room.removeCoverLead' } as const

function PlainDialog({ act, room, ...handlers }: RoomDialogProps<keyof typeof LEADS>) {
  const { id, version } = room
  const run = () =>
    act === 'removeCover'
      ? consoleCall('room.setCover', { id, version, picture: null })
      : consoleCall('room.setOpen', { id, version, isOpen: act === 'open' })
  return <ActDialog title={roomsText(`room.${act}`)} description={roomsText(LEADS[act])} act={run} {...handlers} />
}

/** After a conflict it shows the stored values beside what was typed, and the next submission replaces them. */
function EditDialog({ room, ...handlers }: RoomDialogProps) {
  const { formatTime } = useConsole()
  const [base, setBase] = useState(room)
  const [values, setValues] = useState({ ...room, startsAt: typedTime(room.startsAt) })
  const change = (changed: Partial<typeof values>) => setValues((before) => ({ ...before, ...changed }))
  const startsAt = timeOf(values.startsAt)
  const run = async (): Promise<Result<unknown>> => {
    const { title, intro, isGiftOpen, hasTestPicture } = values
    const { id, version } = base
    const edit = { title, intro, startsAt: startsAt ?? 0, isGiftOpen, hasTestPicture }
    const result = await consoleCall('room.update', { id, version, ...edit })
    if (!result.ok && result.code === CONSOLE_CODES.EDIT_CONFLICT) {
      const current = await consoleCall('room.get', { id })
      if (current.ok) setBase(current.data)
    }
    return result
  }
  return (
    <ActDialog
      title={roomsText('room.edit')}
      isReady={cleanChatText(values.title).length >= 2 && startsAt !== null}
      {...handlers}
      act={run}
    >
      {base !== room && (
        <output>
          {roomsText('room.conflict', { title: base.title, intro: base.intro, time: formatTime(base.startsAt) })}
        </output>
      )}
      <RoomFields values={values} onChange={change} />
      <Checkbox isChecked={values.isGiftOpen} onChange={(isGiftOpen) => change({ isGiftOpen })}>
        {roomsText('room.gifts')}
      </Checkbox>
      <Checkbox isChecked={values.hasTestPicture} onChange={(hasTestPicture) => change({ hasTestPicture })}>
        {roomsText('room.testPicture')}
      </Checkbox>
    </ActDialog>
  )
}

const isWithin = (text: string, max: number): boolean => /^\d{1,4}$/.test(text) && Number(text) <= max
const MAX_SLOW_SECONDS = 3_600
const MAX_VIP = 10

function RulesDialog({ room, ...handlers }: RoomDialogProps) {
  const [slow, setSlow] = useState(String(room.rules.slowModeSeconds))
  const [vip, setVip] = useState(String(room.rules.minVipLevel))
  const [muteAll, setMuteAll] = useState(room.rules.muteAll)
  const run = () =>
    consoleCall('room.setRules', { id: room.id, slowModeSeconds: Number(slow), minVipLevel: Number(vip), muteAll })
  return (
    <ActDialog
      title={roomsText('room.rules')}
      isReady={isWithin(slow, MAX_SLOW_SECONDS) && isWithin(vip, MAX_VIP)}
      {...handlers}
      act={run}
    >
      <NumberField label={roomsText('room.slowMode')} maxLength={4} value={slow} onValueChange={setSlow} />
      <NumberField label={roomsText('room.minVip')} maxLength={4} value={vip} onValueChange={setVip} />
      <Checkbox isChecked={muteAll} onChange={setMuteAll}>
        {roomsText('room.muteAll')}
      </Checkbox>
    </ActDialog>
  )
}

function TextDialog({ act, room, ...handlers }: RoomDialogProps<'welcome' | 'pin'>) {
  const isPin = act === 'pin'
  const [text, setText] = useState(isPin ? room.pinned : room.rules.welcomeText)
  const run = (): Promise<Result<unknown>> =>
    isPin
      ? consoleCall('room.pin', { id: room.id, text })
      : consoleCall('room.setWelcome', { id: room.id, welcomeText: text })
  return (
    <ActDialog title={roomsText(`room.${act}`)} {...handlers} act={run}>
      <Field
        label={roomsText(`room.${act}`)}
        {...(isPin && { hint: roomsText('room.pinHint') })}
        value={text}
        maxLength={isPin ? 200 : 100}
        onValueChange={setText}
      />
    </ActDialog>
  )
}

function AdminsDialog({ room, ...handlers }: RoomDialogProps) {
  const [text, setText] = useState(room.admins.join(' '))
  const run = (_: string, version: number) => {
    const names = typedItems(text)
    return consoleCall('room.setAdmins', { id: room.id, version, names })
  }
  return (
    <ActDialog title={roomsText('room.admins')} item={room} {...handlers} act={run}>
      <Field
        label={roomsText('room.admins')}
        hint={roomsText('room.adminsHint')}
        value={text}
        autoCapitalize="none"
        onValueChange={setText}
      />
    </ActDialog>
  )
}
