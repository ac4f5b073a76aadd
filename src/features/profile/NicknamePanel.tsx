import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { nicknameProblem } from '#protocol/rules/member/person.ts'
import { NICKNAME_CHANGE_DAYS } from '#protocol/rules/member/profile.ts'
import { DAY_MS } from '#protocol/time.ts'
import { formatDate } from '#lib/format.ts'
import { profileText } from '#messages/zh/profile.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { memberAtom } from '#state/session/session.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { type QuestionContent, useQuestion } from '#ui/overlay/use-question.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { changeMemberAtom } from './change-member.ts'
import styles from './profile.module.css'

/** The nickname: 2 to 12 characters, one change in 30 days (S3.9). Checked by the server while it is typed. */
export function NicknamePanel() {
  const nickname = useAtomValue(memberAtom)?.nickname ?? ''
  // The response for the current nickname says when the next change is allowed.
  const { data } = useServerData('nickname.check', nickname === '' ? null : { nickname })
  const nextChangeAt = data?.nextChangeAt ?? null
  return (
    <Panel title={profileText('nickname.title')}>
      <NicknameForm
        key={nickname}
        nickname={nickname}
        nextChangeAt={nextChangeAt !== null && nextChangeAt > serverNow() ? nextChangeAt : null}
      />
    </Panel>
  )
}

interface NicknameFormProps {
  readonly nickname: string
  /** Null if the nickname may be changed now. */
  readonly nextChangeAt: number | null
}

function NicknameForm({ nickname, nextChangeAt }: NicknameFormProps) {
  const changeMember = useSetAtom(changeMemberAtom)
  const [ask, question] = useQuestion()
  const form = useForm({
    initial: { nickname },
    check: ({ nickname: typed }) => ({ nickname: problemOf(typed, nickname) }),
    ask: ({ nickname: typed }) => ask(questionOf(typed.trim())),
    async submit({ nickname: typed }) {
      const result = await call('nickname.update', { nickname: typed.trim() })
      if (result.ok) changeMember({ nickname: result.data.nickname })
      return result
    },
    onDone: () => void toast({ text: profileText('nickname.done'), tone: 'success' }),
  })
  const { error, onValueChange, ...field } = form.bind('nickname')
  /** The last nickname that stood still for a moment. */
  const [asked, setAsked] = useState(nickname)
  const debounced = useDebounced(setAsked)
  const isChecked = nextChangeAt === null && problemOf(asked, nickname) === null && asked === field.value.trim()
  const check = useServerData('nickname.check', isChecked ? { nickname: asked } : null)
  const isRefused = isChecked && !check.isLoading && check.data?.isAllowed === false
  const refusal = isRefused ? (check.data?.problem ?? profileText('nickname.refused')) : null
  return (
    <Form className={styles.single} isBusy={form.isBusy} onSubmit={form.submit}>
      <Field
        {...field}
        onValueChange={(typed) => {
          onValueChange(typed)
          debounced.ask(typed.trim())
        }}
        error={error ?? refusal}
        label={profileText('nickname.label')}
        hint={
          nextChangeAt === null
            ? profileText('nickname.hint')
            : profileText('nickname.wait', { date: formatDate(nextChangeAt, serverNow()) })
        }
        name="nickname"
        autoComplete="nickname"
        maxLength={24}
        disabled={nextChangeAt !== null}
        isLoading={isChecked && check.isLoading}
        required
      />
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" isLoading={form.isBusy} disabled={nextChangeAt !== null}>
        {profileText('nickname.submit')}
      </Button>
      {question}
    </Form>
  )
}

function questionOf(nickname: string): QuestionContent {
  const now = serverNow()
  const date = formatDate(now + NICKNAME_CHANGE_DAYS * DAY_MS, now)
  return {
    title: profileText('nickname.question', { nickname }),
    text: profileText('nickname.questionText', { days: NICKNAME_CHANGE_DAYS, date }),
    action: profileText('nickname.confirm'),
  }
}

function problemOf(typed: string, current: string): string | null {
  return nicknameProblem(typed) ?? (typed.trim() === current ? profileText('nickname.same') : null)
}
