import { roomsText } from '#messages/zh/console/rooms.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { Field } from '#ui/field/Field.tsx'

interface RoomValues {
  readonly title: string
  readonly intro: string
  /** As in an input of type `datetime-local`. */
  readonly startsAt: string
}

interface RoomFieldsProps {
  readonly values: RoomValues
  readonly onChange: (change: Partial<RoomValues>) => void
}

/** Title, introduction and start of a room. */
export function RoomFields({ values, onChange }: RoomFieldsProps) {
  return (
    <>
      <Field
        label={roomsText('rooms.name')}
        hint={roomsText('rooms.nameHint')}
        value={values.title}
        maxLength={40}
        onValueChange={(title) => onChange({ title })}
      />
      <Field
        label={roomsText('rooms.intro')}
        value={values.intro}
        maxLength={120}
        onValueChange={(intro) => onChange({ intro })}
      />
      <Field
        label={roomsText('rooms.startsAt')}
        hint={roomsText('rooms.startsAtHint')}
        type="datetime-local"
        value={values.startsAt}
        onValueChange={(startsAt) => onChange({ startsAt })}
      />
    </>
  )
}

/** The text of a `datetime-local` input for a time (epoch milliseconds), in the time of this device. */
export function fieldOfTime(time: number): string {
  const shifted = new Date(time - new Date(time).getTimezoneOffset() * MINUTE_MS)
  return shifted.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

/** Epoch milliseconds; null for an incomplete text. */
export function timeOfField(text: string): number | null {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}
