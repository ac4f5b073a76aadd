import { templateFolder } from './data-folder.ts'
import { testLog } from './logs.ts'
import { templateFile } from './store.ts'

/**
 * Makes the stores that tests start from before the first of them runs. On a new machine that takes many seconds: no test has
 * them on its own clock, and no two processes make them at once.
 */
export default async function setup(): Promise<void> {
  await templateFile(testLog())
  await templateFolder()
}
