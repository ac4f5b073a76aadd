import type { ReactNode } from 'react'
import { Form } from '#ui/Form.tsx'
import styles from './FilterForm.module.css'

/** Filters of a list in a row, with their button. */
export function FilterForm({ onSubmit, children }: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  return (
    <Form className={styles.form} isBusy={false} onSubmit={onSubmit}>
      {children}
    </Form>
  )
}
