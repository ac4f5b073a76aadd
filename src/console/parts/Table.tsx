import type { ReactNode } from 'react'
import { cst } from '#lib/messages/console.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Table.module.css'

export interface Column<Row> {
  readonly label: string
  readonly render: (row: Row) => ReactNode
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean
}

export interface TableProps<Row> {
  /** Name of the table for assistive technology. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
}

/** A dense table. On a phone each row becomes a list of labelled values. */
export function Table<Row>({ label, columns, rows, idOf }: TableProps<Row>) {
  if (rows.length === 0) return <p className={styles.empty}>{cst('none')}</p>
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
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The request of the page after a position; null for the first page. */
export function pageAfter<Request extends { readonly after?: string | undefined }>(
  request: Request,
  after: string | null,
): Request {
  const { after: _, ...rest } = request
  return (after === null ? rest : { ...rest, after }) as Request
}

export interface PagerProps {
  /** Position after the last row, or null at the end. */
  readonly next: string | null
  readonly isFirst: boolean
  /** Null leads to the first page. */
  readonly onPage: (after: string | null) => void
}

/** Buttons below a list that is read page by page. */
export function Pager({ next, isFirst, onPage }: PagerProps) {
  if (next === null && isFirst) return null
  return (
    <div className={styles.pager}>
      <Button disabled={isFirst} onClick={() => onPage(null)}>
        {cst('first')}
      </Button>
      <Button disabled={next === null} onClick={() => onPage(next)}>
        {cst('next')}
      </Button>
    </div>
  )
}
