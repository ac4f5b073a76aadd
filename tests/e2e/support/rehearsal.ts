import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** 错误码演练 (/gallery/outcomes): the page that makes the server respond with a code and shows its effect. */
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

  /** Waits until a toast with this text was shown. It is visible for four seconds only. */
  async expectText(text: string): Promise<void> {
    await expect.poll(() => this.page.evaluate(() => Reflect.get(window, 'saidToasts') as string[])).toContain(text)
    expect(await this.toasts.getByText(text, { exact: true }).count()).toBeLessThanOrEqual(1)
  }

  /** Presses 演练 of a row without waiting. */
  async press(line: string): Promise<void> {
    await this.page.locator(`[data-line="${line}"]`).getByRole('button').click()
  }

  /** Rehearses a row whose call ends on this page; the code is that of the row by default. */
  async play(line: string, code = line.replace(/-\d+$/, '') || line): Promise<void> {
    await this.press(line)
    await expect(this.result).toHaveAttribute('data-rehearsed', line)
    await expect(this.result).toHaveAttribute('data-code', code)
    await expect(this.result).not.toHaveAttribute('data-refused')
  }

  /** Returns to the rehearsal by client-side navigation. */
  async comeBack(): Promise<void> {
    await this.page.goBack()
    await this.waitUntilReady()
  }
}

/** Runs before the scripts of the page: `window.saidToasts` contains the texts of all toasts. */
function recordToasts(): void {
  const shown: string[] = []
  Reflect.set(window, 'saidToasts', shown)
  const record = (): void => {
    for (const { textContent } of document.querySelectorAll('[aria-label="提示"] p')) {
      if (!shown.includes(textContent)) shown.push(textContent)
    }
  }
  // a toast with the same id only changes its text
  new MutationObserver(record).observe(document, { childList: true, characterData: true, subtree: true })
}
