import { expect, it } from 'vitest'
import type { RouteObject } from 'react-router-dom'
import { createRouter } from '#app/router.tsx'
import { isPagePath } from '#protocol/page-paths.ts'
import { REDIRECTS, SCREENS } from '../../e2e/support/screens.ts'

/** All paths of the router. */
function pathsOf(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsOf(children ?? [])])
}

it('the visual suite visits exactly the screens of the router and of the other pages', () => {
  const visited = SCREENS.map(({ route }) => route).filter((route) => !/^play\.html|^\/gallery/.test(route))
  const known = pathsOf(createRouter().routes)
  expect(known.length).toBeGreaterThan(10)
  expect([...new Set([...visited, ...REDIRECTS])].toSorted()).toEqual([...new Set(known)].toSorted())
})

it('the server answers every path of the router with the page', () => {
  const paths = pathsOf(createRouter().routes).filter((path) => path !== '*')
  expect(paths.filter((path) => !isPagePath(path.replaceAll(/:\w+\??/g, '1')))).toEqual([])
})
