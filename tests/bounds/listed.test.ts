import { describe, expect, it } from 'vitest'
import { projectFiles, readProjectFile } from '../support/project.ts'
import type { BoundedBy } from './bounded-by.ts'
import { PAGE_BOUNDS, SERVER_BOUNDS, WORKER_BOUNDS } from './bounded-by.ts'
import { findHolders } from './find-holders.ts'

const ROOMS: readonly (readonly [folder: string, bounds: BoundedBy])[] = [
  ['src', PAGE_BOUNDS],
  ['workers', WORKER_BOUNDS],
  ['server', SERVER_BOUNDS],
]

describe('what can grow is known', () => {
  it.each(ROOMS)('%s: every collection that outlives a call says what bounds it', (folder, bounds) => {
    const found = projectFiles(folder, ['.ts', '.tsx'])
      .map((file) => [file, findHolders(file, readProjectFile(file)).toSorted()] as const)
      .filter(([, names]) => names.length > 0)
    const listed = Object.entries(bounds).map(([file, reasons]) => [file, Object.keys(reasons).toSorted()] as const)
    // A new one: give it a bound, feed it past that bound in this folder where it can be fed, and say so in bounded-by.ts.
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
  })

  it('finds fields, variables of modules, what a function leaves to others, and state', () => {
    const text = `
      const table = new Map([[1, 2]])
      const kept = new Map<string, number>()
      const state = atom<readonly string[]>([])
      class A { #own: string[] = []; private readonly other = { ids: new Set<string>() } }
      function open() { const queue: string[] = []; const local: string[] = []
        ;[1].forEach((one) => local.push(String(one)))
        return { push: (one: string) => queue.push(one) } }
      function Part() { const [rows] = useState<string[]>([]); const seen = useRef(new Set()) }`
    expect(findHolders('a.ts', text).toSorted()).toEqual(['kept', 'other', 'own', 'queue', 'rows', 'seen', 'state'])
  })
})
