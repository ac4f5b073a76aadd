import type { ReactNode } from 'react'
import type { Failure } from '#protocol/result.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import type { FormState } from '#ui/field/use-form.ts'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Loaded as LoadedPart, type LoadedProps } from '#ui/state/Loaded.tsx'
import type { ConsoleData } from '../client.ts'
import styles from './Screen.module.css'

interface ScreenProps {
  readonly title: string
  readonly lead?: string
  /** Controls beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen of the console with its title. */
export function Screen({ title, lead = '', actions, children }: ScreenProps) {
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <PageHead title={title} lead={lead} />
        {actions}
      </div>
      {children}
    </div>
  )
}

/** A screen without the shell: set-up, invitation, sign-in. */
export function NarrowScreen({ title, lead = '', children }: Omit<ScreenProps, 'actions'>) {
  return (
    <main className={styles.narrow}>
      <PageHead title={title} lead={lead} />
      {children}
    </main>
  )
}

interface SubmitFormProps {
  readonly form: Pick<FormState<Record<string, string>>, 'isBusy' | 'submit' | 'failure'>
  readonly submitLabel: string
  /** False if another button is the first choice of the screen. */
  readonly isMain?: boolean
  readonly children: ReactNode
}

/** A form with its refusal and its button. */
export function SubmitForm({ form, submitLabel, isMain = true, children }: SubmitFormProps) {
  return (
    <Form isBusy={form.isBusy} onSubmit={form.submit}>
      {children}
      {form.failure && <FormFailure failure={form.failure} />}
      <Button {...(isMain && { kind: 'primary' })} type="submit" isWide isLoading={form.isBusy}>
        {submitLabel}
      </Button>
    </Form>
  )
}

/** A heading and its content. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Says that the shown data is old, because the last read has failed. A refusal of the server gives its reason. */
function StaleNote({ query: { data, failure } }: { readonly query: ConsoleData<unknown> }) {
  const text = (reason: Failure) =>
    reason.code > 0 ? consoleText('load.refused', { reason: reason.message }) : consoleText('load.stale')
  const isStale = data !== null && failure !== null
  return (
    <output className={styles.stale} hidden={!isStale}>
      {isStale && text(failure)}
    </output>
  )
}

/** The content of a read, or its loading or error state. */
export function Loaded<Data>(props: Pick<LoadedProps<Data>, 'query' | 'children'>) {
  const { query } = props
  return (
    <>
      <StaleNote query={query} />
      <LoadedPart
        {...props}
        title={consoleText('load.failed')}
        message={query.failure?.message ?? ''}
        level={2}
        rows={4}
      />
    </>
  )
}
