import type { ReactNode } from 'react'
import { isolated } from '#messages/bidi.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Button } from '#ui/button/Button.tsx'
import type { ConsoleData } from '../client.ts'
import { Loaded } from './Screen.tsx'
import styles from './Table.module.css'

interface Column<Row> {
  readonly label: string
  readonly render: (row: Row) => ReactNode
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean
}

interface TableProps<Row> {
  /** Name of the table for assistive technology. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
}

/** A dense table. On a phone each row becomes a list of labelled values. */
export function Table<Row>({ label, columns, rows, idOf }: TableProps<Row>) {
  if (rows.length === 0) return <p className={styles.empty}>{consoleText('none')}</p>
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" data-number={column.isNumber}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)}>
            {columns.map((column) => (
              <td key={column.label} data-label={column.label} data-number={column.isNumber}>
                <div>{shown(column.render(row))}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A text with its own direction; other content has its own elements. */
const shown = (content: ReactNode): ReactNode => (typeof content === 'string' ? isolated(content) : content)

/** Buttons of a row. */
export function RowActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

interface PagedTableProps<Row, Request extends PagedRequest> extends Omit<TableProps<Row>, 'rows'> {
  readonly query: ConsoleData<{ readonly list: readonly Row[]; readonly next: string | null }>
  /** The shown request. */
  readonly request: Request
  /** Called with the request of another page. */
  readonly onPage: (request: Request) => void
}

interface PagedRequest {
  /** Position after which the page begins. */
  readonly after?: string | undefined
}

/** A table that is read page by page, with its loading and error states. */
export function PagedTable<Row, Request extends PagedRequest>({
  query,
  request,
  onPage,
  ...table
}: PagedTableProps<Row, Request>) {
  return (
    <Loaded query={query}>
      {({ list, next }) => (
        <>
          <Table {...table} rows={list} />
          <Pager request={request} next={next} onPage={onPage} />
        </>
      )}
    </Loaded>
  )
}

interface PagerProps<Request extends PagedRequest> extends Pick<
  PagedTableProps<unknown, Request>,
  'request' | 'onPage'
> {
  /** Position after the shown page; null at the end. */
  readonly next: string | null
}

/** Buttons to the first and to the next page. Nothing if there is one page only. */
export function Pager<Request extends PagedRequest>({ request, next, onPage }: PagerProps<Request>) {
  const { after, ...first } = request
  const isFirst = after === undefined
  if (next === null && isFirst) return null
  return (
    <div className={styles.pager}>
      {/* Without its position a request is that of the first page. */}
      <Button disabled={isFirst} onClick={() => onPage(first as Request)}>
        {consoleText('first')}
      </Button>
      <Button disabled={next === null} onClick={() => next !== null && onPage({ ...request, after: next })}>
        {consoleText('next')}
      </Button>
    </div>
  )
}
