import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the folder with package.json, also if this module is bundled elsewhere. */
export const PROJECT_ROOT = folderOfPackage(path.dirname(fileURLToPath(import.meta.url)))

function folderOfPackage(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : folderOfPackage(path.dirname(folder))
}

const NEVER_ENTERED = new Set(['node_modules', '.tsbuild', '.git', '__screenshots__'])

/** Text of a file, by its path from the project's root. */
export function readProjectFile(file: string): string {
  return readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
}

/** Paths, relative to the project's root with `/`, of all files in a folder that end in one of `endings`. */
export function projectFiles(folder: string, endings: readonly string[]): string[] {
  return readdirSync(path.join(PROJECT_ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const below = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) return NEVER_ENTERED.has(entry.name) ? [] : projectFiles(below, endings)
      return endings.some((ending) => entry.name.endsWith(ending)) ? [below] : []
    })
    .sort()
}

/** All module specifiers of a source text: static, dynamic, re-exports, workers and asset URLs. */
export function specifiersOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')
  const forms = [
    /(?<!['"])\bfrom\s*['"]([^'"\s]+)['"]/g,
    /\bimport\s*['"]([^'"]+)['"]/g,
    /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
    /\bnew\s+URL\(\s*['"]([^'"]+)['"]\s*,\s*import\.meta\.url/g,
  ]
  return forms.flatMap((form) => [...code.matchAll(form)].map((match) => match[1] ?? ''))
}
