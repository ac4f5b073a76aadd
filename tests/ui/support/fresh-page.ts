import {
  INTERNAL_getBuildingBlocksRev3 as getBuildingBlocks,
  INTERNAL_hasInitialValue as hasInitialValue,
  INTERNAL_initializeStoreHooksRev3 as initializeStoreHooks,
  INTERNAL_isActuallyWritableAtom as isActuallyWritableAtom,
} from 'jotai/vanilla/internals'
import type { Atom } from 'jotai/vanilla'
import { beforeAll } from 'vitest'
import { page } from 'vitest/browser'
import { store } from '#state/store.ts'
import { transport } from './fake-transport.ts'
import { NOON } from './feed-fixtures.ts'

/*
 * Test files share a page, because loading the modules costs more than most tests. This resets what they may leave
 * behind, before each file: atoms, storage, clock of the server, attributes of the root element, URL and viewport.
 */
declare global {
  interface Window {
    changedAtoms?: Set<Atom<unknown>>
  }
}

const changed = (window.changedAtoms ??= watchAtoms())

function watchAtoms(): Set<Atom<unknown>> {
  const atoms = new Set<Atom<unknown>>()
  const hooks = initializeStoreHooks(getBuildingBlocks(store)[6])
  hooks.c.add(undefined, (atom: Atom<unknown>) => atoms.add(atom))
  return atoms
}

const ROOT_ATTRIBUTES = document.documentElement.getAttributeNames()
const ADDRESS = window.location.href

beforeAll(async () => {
  for (const atom of changed) {
    if (hasInitialValue(atom) && isActuallyWritableAtom(atom)) store.set(atom, atom.init)
  }
  transport.calls.length = 0
  transport.now = NOON
  localStorage.clear()
  sessionStorage.clear()
  const root = document.documentElement
  for (const name of root.getAttributeNames()) if (!ROOT_ATTRIBUTES.includes(name)) root.removeAttribute(name)
  window.history.replaceState(null, '', ADDRESS)
  await page.viewport(390, 844)
})
