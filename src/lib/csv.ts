/** Excel reads a file without this mark in the code page of the system. */
const BYTE_ORDER_MARK = '\uFEFF'
/** A spreadsheet takes a cell that begins so for a formula, also after spaces that it ignores. */
const FORMULA = /^[\s\u00a0]*[=+\-@\t\r|%＝＋－＠]/

/** A spreadsheet takes it for a number, which is no formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** One cell in quotes. A text that would be a formula gets an apostrophe. */
function cell(value: string): string {
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}

/** A CSV file (RFC 4180) that opens in Excel with Chinese text. All cells are texts; none is run as a formula. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
