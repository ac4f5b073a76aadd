import type { BenchPage } from '../harness/page.ts'
import { press } from '../harness/mouse.ts'

/** A member of the demo world. */
const NAME = 'fan001'
const PASSWORD = 'Play2026x'

/** Signs in by the form and opens `path`. */
export async function signIn(page: BenchPage, url: string, path: string): Promise<void> {
  await page.goto(`${url}/login?fromPage=${encodeURIComponent(path)}`)
  await press(page, `document.querySelector('input[name="username"]')`)
  await page.send('Input.insertText', { text: NAME })
  await press(page, `document.querySelector('input[name="password"]')`)
  await page.send('Input.insertText', { text: PASSWORD })
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Enter', code: 'Enter', text: '\r' })
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', code: 'Enter' })
  await page.waitFor(`location.pathname === ${JSON.stringify(path)}`)
  await page.waitFor(`document.querySelector('[data-connection="online"]')`)
}
