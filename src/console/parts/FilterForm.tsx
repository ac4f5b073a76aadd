import type { ReactNode } from 'react'
import { consoleText } from '#messages/zh/console/console.ts'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import styles from './FilterForm.module.css'

/** Filters of a list in a row, with their button. */
export function FilterForm({ onSubmit, children }: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  return (
    <Form className={styles.form} isBusy={false} onSubmit={onSubmit}>
      {children}
    </Form>
  )
}

interface SearchFormProps {
  readonly onSearch: () => void
  readonly isLoading: boolean
  /** The fields. */
  readonly children: ReactNode
}

/** Filters that apply when the search button is pressed. */
export function SearchForm({ onSearch, isLoading, children }: SearchFormProps) {
  return (
    <FilterForm onSubmit={onSearch}>
      {children}
      <Button kind="primary" type="submit" isLoading={isLoading}>
        {consoleText('search')}
      </Button>
    </FilterForm>
  )
}
