import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** 错误码演练 (/gallery/outcomes): the page that makes the server answer with a code and shows what comes of it. */
export class Rehearsal {
  readonly result: Locator
  readonly toasts: Locator

  constructor(readonly page: Page) {
    this.result = page.locator('output[data-rehearsed]')
    this.toasts = page.getByRole('region', { name: '提示' })
  }

  static async open(page: Page, url: string): Promise<Rehearsal> {
    await page.addInitScript(recordToasts)
    await page.goto(`${url}/gallery/outcomes`)
    const rehearsal = new Rehearsal(page)
    await rehearsal.waitUntilReady()
    return rehearsal
  }

  async waitUntilReady(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: '错误码演练' })).toBeVisible()
  }

  /** Waits until a toast has said this on the page: one lasts four seconds, which a busy machine may look away for. */
  async expectSaid(text: string): Promise<void> {
    await expect.poll(() => this.page.evaluate(() => Reflect.get(window, 'saidToasts') as string[])).toContain(text)
    expect(await this.toasts.getByText(text, { exact: true }).count()).toBeLessThanOrEqual(1)
  }

  /** Presses 演练 of a line and waits for nothing. */
  async press(line: string): Promise<void> {
    await this.page.locator(`[data-line="${line}"]`).getByRole('button').click()
  }

  /** Rehearses a line whose call answers on this page; the code is that of the line unless another is expected. */
  async play(line: string, code = line.replace(/-\d+$/, '') || line): Promise<void> {
    await this.press(line)
    await expect(this.result).toHaveAttribute('data-rehearsed', line)
    await expect(this.result).toHaveAttribute('data-code', code)
    await expect(this.result).not.toHaveAttribute('data-refused')
  }

  /** Back to the rehearsal within the page, without loading it anew. */
  async comeBack(): Promise<void> {
    await this.page.goBack()
    await this.waitUntilReady()
  }
}

/** Runs in the page before it loads: `window.saidToasts` holds what any toast said. */
function recordToasts(): void {
  const said: string[] = []
  Reflect.set(window, 'saidToasts', said)
  const record = (): void => {
    for (const { textContent } of document.querySelectorAll('[aria-label="提示"] p')) {
      if (!said.includes(textContent)) said.push(textContent)
    }
  }
  // a toast of the same kind that still stands only changes its words
  new MutationObserver(record).observe(document, { childList: true, characterData: true, subtree: true })
}
