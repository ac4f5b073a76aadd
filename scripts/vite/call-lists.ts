import path from 'node:path'
import type { Plugin } from 'vite'
import * as lists from '../../src/protocol/endpoints/call-lists.ts'

/**
 * Evaluates src/protocol/endpoints/call-lists.ts at build time. The page gets the lists as constants, so that it does not
 * load the schemas of all endpoints.
 */
export function callLists(root: string): Plugin {
  const file = path.join(root, 'src/protocol/endpoints/call-lists.ts')
  const code = Object.entries(lists)
    .map(([name, list]) => `export const ${name} = ${JSON.stringify(list)}`)
    .join('\n')
  return {
    name: 'call-lists',
    enforce: 'pre',
    load: (id) => (path.normalize(id) === path.normalize(file) ? code : null),
  }
}
