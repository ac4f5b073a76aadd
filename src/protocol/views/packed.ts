/** Every different word once, and where each ends. */
interface Words {
  readonly text: string
  readonly ends: Uint32Array
}

/**
 * Rows as they cross the thread border: words, cells in which a word stands by its position, and numbers. Cloning a few
 * values costs the page a fraction of cloning hundreds of objects with their property names.
 */
export interface Packed {
  /** Words whose letters take one byte, apart from all others: one Chinese letter would make all of them twice as long. */
  readonly narrow: Words
  readonly wide: Words
  /** Narrow words count from 0 up, wide ones from -1 down. */
  readonly cells: Int32Array
  readonly numbers: Float64Array
}

/** A letter that takes two bytes. */
const WIDE = /[\u0100-\uffff]/

/** Writes words and numbers one after the other; a {@link PackedReader} reads them in the same order. */
export class PackedWriter {
  readonly #narrow = new Map<string, number>()
  readonly #wide = new Map<string, number>()
  readonly #cells: number[] = []
  readonly #numbers: number[] = []

  word(word: string): void {
    const isWide = WIDE.test(word)
    const places = isWide ? this.#wide : this.#narrow
    let place = places.get(word)
    if (place === undefined) {
      place = places.size
      places.set(word, place)
    }
    this.#cells.push(isWide ? -1 - place : place)
  }

  number(value: number): void {
    this.#numbers.push(value)
  }

  /** A value of a closed list, as its position there; -1 for one that is not in it. */
  choice<Value>(choices: readonly Value[], value: Value): void {
    this.#cells.push(choices.indexOf(value))
  }

  finish(): Packed {
    return {
      narrow: wordsFrom(this.#narrow),
      wide: wordsFrom(this.#wide),
      cells: Int32Array.from(this.#cells),
      numbers: Float64Array.from(this.#numbers),
    }
  }
}

function wordsFrom(places: ReadonlyMap<string, number>): Words {
  const words = [...places.keys()]
  let end = 0
  const ends = Uint32Array.from(words, (word) => (end += word.length))
  return { text: words.join(''), ends }
}

/** Reads words, values of closed lists and numbers, each kind in the order in which it was written. */
export interface PackedReader {
  word(): string
  number(): number
  choice<Value>(choices: readonly Value[], otherwise: Value): Value
}

/**
 * Reads what a {@link PackedWriter} wrote; beyond the end words are empty and numbers 0. Plain closures without a call
 * inside, because a page reads its first lists before anything of this is compiled.
 */
export function readerOf({ narrow, wide, cells, numbers }: Packed): PackedReader {
  const narrowWords = wordsOf(narrow)
  const wideWords = wordsOf(wide)
  let nextCell = 0
  let nextNumber = 0
  return {
    word() {
      const cell = cells[nextCell++] ?? narrowWords.length
      return (cell < 0 ? wideWords[-1 - cell] : narrowWords[cell]) ?? ''
    },
    number: () => numbers[nextNumber++] ?? 0,
    choice: (choices, otherwise) => choices[cells[nextCell++] ?? -1] ?? otherwise,
  }
}

function wordsOf({ text, ends }: Words): string[] {
  const words: string[] = []
  let start = 0
  for (const end of ends) {
    words.push(text.slice(start, end))
    start = end
  }
  return words
}
