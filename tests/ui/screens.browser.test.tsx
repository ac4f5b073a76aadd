import { expect, it } from 'vitest'
import type { RouteObject } from 'react-router-dom'
import { createRouter } from '#app/router.tsx'
import { REDIRECTS, SCREENS } from '../e2e/support/screens.ts'

/** Every path that the router knows. */
function pathsOf(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsOf(children ?? [])])
}

it('S9.19 the visual suite visits every screen that the router knows, and no other', () => {
  const visited = SCREENS.map(({ route }) => route).filter((route) => route !== 'play.html')
  const known = pathsOf(createRouter().routes)
  expect(known.length).toBeGreaterThan(10)
  expect([...new Set([...visited, ...REDIRECTS])].toSorted()).toEqual([...new Set(known)].toSorted())
})
