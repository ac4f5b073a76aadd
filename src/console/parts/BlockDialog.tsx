import { useState } from 'react'
import { BLOCK_KINDS } from '#protocol/console/constants.ts'
import { moderationText } from '#messages/zh/console/moderation.ts'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { consoleCall } from '../client.ts'
import { ActDialog, type DialogProps } from './ActDialog.tsx'

const KINDS = BLOCK_KINDS.map((value) => ({ value, label: moderationText(`blocks.kind.${value}`) }))
const HOURS = (['1', '24', '168', '720', '0'] as const).map((value) => ({
  value,
  label: moderationText(`blocks.hours.${value}`),
}))
type Hours = (typeof HOURS)[number]['value']

interface BlockDialogProps extends DialogProps {
  /** A value that the operator has chosen elsewhere. */
  readonly first?: { readonly kind: (typeof BLOCK_KINDS)[number]; readonly value: string }
}

/** Blocks an address, a range or a device, for a period by default. */
export function BlockDialog({ first, onChanged, onClose }: BlockDialogProps) {
  const [kind, setKind] = useState(first?.kind ?? 'address')
  const [value, setValue] = useState(first?.value ?? '')
  const [hours, setHours] = useState<Hours>('24')
  const submit = (reason: string) =>
    consoleCall('block.add', { kind, value: value.trim(), reason, hours: hours === '0' ? null : Number(hours) })
  return (
    <ActDialog
      title={moderationText('blocks.add')}
      description={moderationText('blocks.addLead')}
      hasReason
      isReady={value.trim() !== ''}
      act={submit}
      {...{ onChanged, onClose }}
    >
      <SelectField label={moderationText('blocks.kind')} value={kind} options={KINDS} onValueChange={setKind} />
      <Field
        label={moderationText('blocks.value')}
        value={value}
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
        hint={moderationText(kind === 'address' ? 'blocks.addressHint' : 'blocks.deviceHint')}
        onValueChange={setValue}
      />
      <SelectField label={moderationText('blocks.period')} value={hours} options={HOURS} onValueChange={setHours} />
    </ActDialog>
  )
}
