import { templateFolder } from './data-folder.ts'
import { beginTestDatabases, templateFile } from './store.ts'

/**
 * Creates the database templates before the first test, because it takes seconds on a new machine. The returned function
 * drops the PostgreSQL databases of the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await templateFile()
  await templateFolder()
  return beginTestDatabases()
}
