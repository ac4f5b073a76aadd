import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { PAGE_FILES } from '#server/site/pages/pages.ts'
import { readProjectFile } from './project.ts'

/** Writes the HTML files that a server needs to start: those of the project, or `html` for each. */
export function writePageFiles(folder: string, html?: string): void {
  for (const name of PAGE_FILES) writeFileSync(path.join(folder, name), html ?? readProjectFile(name))
}
