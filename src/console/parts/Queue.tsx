import type { ReactNode } from 'react'
import { SelectField } from '#ui/choice/SelectField.tsx'
import type { ConsoleData } from '../client.ts'
import { FilterForm } from './FilterForm.tsx'
import styles from './Queue.module.css'
import { Loaded } from './Screen.tsx'
import { Pager } from './Table.tsx'

interface QueueRequest {
  readonly isOpen: boolean
  readonly after?: string | undefined
}

interface QueueProps<Item, Request extends QueueRequest> {
  readonly query: ConsoleData<{ readonly list: readonly Item[]; readonly next: string | null }>
  readonly request: Request
  readonly onRequest: (request: Request) => void
  readonly text: {
    /** Label of the choice between what waits and what is handled. */
    readonly show: string
    readonly open: string
    readonly handled: string
    readonly emptyOpen: string
    readonly emptyHandled: string
  }
  readonly idOf: (item: Item) => string
  readonly render: (item: Item) => ReactNode
}

/** Cards that wait for a decision, or those that have one. */
export function Queue<Item, Request extends QueueRequest>(props: QueueProps<Item, Request>) {
  const { query, request, onRequest, text, idOf, render } = props
  const { isOpen } = request
  const options = [
    { value: 'open', label: text.open },
    { value: 'handled', label: text.handled },
  ] as const
  return (
    <>
      <FilterForm onSubmit={query.retry}>
        <SelectField
          label={text.show}
          value={isOpen ? 'open' : 'handled'}
          options={options}
          // Without its position a request is that of the first page.
          onValueChange={(value) => onRequest({ isOpen: value === 'open' } as Request)}
        />
      </FilterForm>
      <Loaded query={query}>
        {({ list, next }) => (
          <>
            {list.length === 0 && <p className={styles.empty}>{isOpen ? text.emptyOpen : text.emptyHandled}</p>}
            <ul className={styles.list}>
              {list.map((item) => (
                <li key={idOf(item)}>{render(item)}</li>
              ))}
            </ul>
            <Pager request={request} next={next} onPage={onRequest} />
          </>
        )}
      </Loaded>
    </>
  )
}
