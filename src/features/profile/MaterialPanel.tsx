import { useAtomValue } from 'jotai'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { birthDateProblem, emailProblem } from '#protocol/rules/member/person.ts'
import { profileText } from '#messages/zh/profile.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { type Problems, useForm } from '#ui/field/use-form.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { type QuestionContent, useQuestion } from '#ui/overlay/use-question.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import styles from './profile.module.css'

type MaterialData = DataOf<'material.get'>
type Material = MaterialData['material']
const FIELDS = 8
const GENDERS = [
  { value: '', label: 'material.genderNone' },
  { value: 'male', label: 'material.genderMale' },
  { value: 'female', label: 'material.genderFemale' },
  { value: 'other', label: 'material.genderOther' },
] as const
const TEXT_LENGTHS = { province: 32, city: 32, receiver: 48 } as const

/** Personal data (S3.6). Fields of identity are locked once they are filled in. */
export function MaterialPanel() {
  const query = useServerData('material.get', {})
  const { data, retry } = query
  const progress = data && <span>{profileText('material.progress', { count: data.filled.length, total: FIELDS })}</span>
  return (
    <Panel title={profileText('material.title')} aside={progress}>
      <Loaded query={query} title={profileText('material.failed')} rows={4} height={68} />
      {data !== null && <MaterialForm key={JSON.stringify(data)} data={data} onDone={retry} />}
    </Panel>
  )
}

const optional = (text: string, isGood: boolean, message: string) => (text.trim() === '' || isGood ? null : message)

/** Problems of filled-in fields; all fields are optional. */
function problemsOf(typed: Record<keyof Material, string>, years: number, locked: readonly string[]) {
  const { birthday, email, qq, wechat } = typed
  const problems: Record<string, string | null> = {
    birthday: birthday === '' || locked.includes('birthday') ? null : birthDateProblem(birthday, serverNow(), years),
    email: email.trim() === '' ? null : emailProblem(email),
    qq: optional(qq, /^\d{5,12}$/.test(qq.trim()), profileText('material.qqProblem')),
    wechat: optional(wechat, /^[A-Za-z][\w-]{5,19}$/.test(wechat.trim()), profileText('material.wechatProblem')),
  }
  for (const [name, max] of Object.entries(TEXT_LENGTHS)) {
    const isLong = typed[name as keyof typeof TEXT_LENGTHS].trim().length > max
    problems[name] = isLong ? profileText('material.long', { max }) : null
  }
  return problems as Problems<Record<keyof Material, string>>
}

function MaterialForm({ data, onDone }: { readonly data: MaterialData; readonly onDone: () => void }) {
  const { ageGateYears } = useAtomValue(siteConfigAtom)
  const { material, locked } = data
  const [ask, question] = useQuestion()
  const form = useForm<Record<keyof Material, string>>({
    initial: material,
    check: (typed) => problemsOf(typed, ageGateYears, locked),
    ask: async ({ birthday }) => birthday === material.birthday || ask(birthdayQuestion(birthday)),
    submit: (typed) => call('material.update', changesOf(material, typed)),
    onDone() {
      toast({ text: profileText('material.done'), tone: 'success' })
      onDone()
    },
  })
  const isLocked = (name: keyof Material) => locked.includes(name)
  const text = (name: keyof Material, hint?: string) => {
    const shownHint = isLocked(name) ? profileText('material.locked') : hint
    return {
      ...form.bind(name),
      label: profileText(`material.${name}`),
      name,
      disabled: isLocked(name),
      ...(shownHint !== undefined && { hint: shownHint }),
    }
  }
  const gender = form.bind('gender')
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <SelectField
        label={profileText('material.gender')}
        name="gender"
        value={gender.value}
        options={GENDERS.map(({ value, label }) => ({ value: value as string, label: profileText(label) }))}
        disabled={isLocked('gender')}
        onValueChange={gender.onValueChange}
      />
      <Field {...text('birthday', profileText('material.birthdayHint'))} type="date" autoComplete="bday" />
      <NumberField {...text('qq')} maxLength={16} />
      <Field {...text('wechat')} autoCapitalize="none" spellCheck={false} maxLength={32} />
      <Field {...text('province')} autoComplete="address-level1" maxLength={32} />
      <Field {...text('city')} autoComplete="address-level2" maxLength={32} />
      <Field {...text('receiver')} autoComplete="name" maxLength={48} />
      <Field
        {...text('email', profileText('material.emailHint'))}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" isLoading={form.isBusy}>
        {profileText('page.save')}
      </Button>
      {question}
    </Form>
  )
}

/** @param birthday `YYYY-MM-DD` */
function birthdayQuestion(birthday: string): QuestionContent {
  const [year = 0, month = 0, day = 0] = birthday.split('-').map(Number)
  return {
    title: profileText('material.birthdayQuestion', { year, month, day }),
    text: profileText('material.birthdayQuestionText'),
    action: profileText('material.confirm'),
  }
}

/** Changed fields, trimmed. */
function changesOf(before: Material, typed: Record<keyof Material, string>): Partial<Material> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      value.trim() === before[name as keyof Material] ? [] : [[name, value.trim()]],
    ),
  )
}
