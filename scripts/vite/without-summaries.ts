import path from 'node:path'
import type { Plugin } from 'vite'

const SUMMARY = /(\bsummary:\s*)(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(?=,\n)/g

/** Empties the summaries of endpoints in the built pages and worker: only the server's documents contain them. */
export function withoutSummaries(root: string): Plugin {
  const folder = path.join(root, 'src/protocol/endpoints/')
  return {
    name: 'without-summaries',
    enforce: 'pre',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    transform: (code, id) =>
      path.normalize(id).startsWith(folder) ? { code: code.replaceAll(SUMMARY, "$1''"), map: null } : null,
  }
}
