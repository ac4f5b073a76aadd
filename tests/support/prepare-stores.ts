import { templateFolder } from './data-folder.ts'
import { testLog } from './logs.ts'
import { templateFile } from './store.ts'

/** Creates the database templates before the first test, because it takes seconds on a new machine. */
export default async function setup(): Promise<void> {
  await templateFile(testLog())
  await templateFolder()
}
