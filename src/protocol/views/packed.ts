/** Distinct strings, concatenated, and the end of each. */
interface StringTable {
  readonly text: string
  readonly ends: Uint32Array
}

/**
 * Packed rows: string tables, cells that refer to strings by index, and numbers. Cloning these few values is much cheaper
 * for the page than cloning hundreds of objects.
 */
export interface Packed {
  /** One-byte strings. They are separate, because one two-byte character doubles the size of a concatenated string. */
  readonly narrow: StringTable
  readonly wide: StringTable
  /** Indices: one-byte strings from 0 up, two-byte strings from -1 down. */
  readonly cells: Int32Array
  readonly numbers: Float64Array
}

/** A two-byte character. */
const WIDE = /[\u0100-\uffff]/

/** Writes strings and numbers. A {@link PackedReader} reads them in the same order. */
export class PackedWriter {
  readonly #narrow = new Map<string, number>()
  readonly #wide = new Map<string, number>()
  readonly #cells: number[] = []
  readonly #numbers: number[] = []

  text(text: string): void {
    const isWide = WIDE.test(text)
    const indices = isWide ? this.#wide : this.#narrow
    let index = indices.get(text)
    if (index === undefined) {
      index = indices.size
      indices.set(text, index)
    }
    this.#cells.push(isWide ? -1 - index : index)
  }

  number(value: number): void {
    this.#numbers.push(value)
  }

  /** Writes a value of a fixed list by its index, or -1 for an unknown value. */
  choice<Value>(choices: readonly Value[], value: Value): void {
    this.#cells.push(choices.indexOf(value))
  }

  finish(): Packed {
    return {
      narrow: tableOf(this.#narrow),
      wide: tableOf(this.#wide),
      cells: Int32Array.from(this.#cells),
      numbers: Float64Array.from(this.#numbers),
    }
  }
}

function tableOf(indices: ReadonlyMap<string, number>): StringTable {
  const texts = [...indices.keys()]
  let end = 0
  const ends = Uint32Array.from(texts, (text) => (end += text.length))
  return { text: texts.join(''), ends }
}

/** Reads strings, values of fixed lists and numbers, each in the order in which they were written. */
export interface PackedReader {
  text(): string
  number(): number
  choice<Value>(choices: readonly Value[], otherwise: Value): Value
}

/**
 * Reads the output of a {@link PackedWriter}. Past the end, strings are empty and numbers 0. Uses closures without inner
 * calls, because the first lists are read before this code is optimized.
 */
export function readerOf({ narrow, wide, cells, numbers }: Packed): PackedReader {
  const narrowTexts = textsOf(narrow)
  const wideTexts = textsOf(wide)
  let nextCell = 0
  let nextNumber = 0
  return {
    text() {
      const cell = cells[nextCell++] ?? narrowTexts.length
      return (cell < 0 ? wideTexts[-1 - cell] : narrowTexts[cell]) ?? ''
    },
    number: () => numbers[nextNumber++] ?? 0,
    choice: (choices, otherwise) => choices[cells[nextCell++] ?? -1] ?? otherwise,
  }
}

function textsOf({ text, ends }: StringTable): string[] {
  const texts: string[] = []
  let start = 0
  for (const end of ends) {
    texts.push(text.slice(start, end))
    start = end
  }
  return texts
}
