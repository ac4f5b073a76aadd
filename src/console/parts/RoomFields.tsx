import { roomsText } from '#messages/zh/console/rooms.ts'
import { Field } from '#ui/field/Field.tsx'

interface RoomValues {
  readonly title: string
  readonly intro: string
  /** As in an input of type `datetime-local`, in the time zone of the site. */
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
        type="datetime-local"
        value={values.startsAt}
        onValueChange={(startsAt) => onChange({ startsAt })}
      />
    </>
  )
}
