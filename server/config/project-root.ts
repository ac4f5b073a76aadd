import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, whether this module runs from `server/` or from `dist/server/`. */
export const PROJECT_ROOT = findProjectRoot(dirname(fileURLToPath(import.meta.url)))

function findProjectRoot(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at
    if (dirname(at) === at) throw new Error(`no package.json above ${folder}`)
  }
}
