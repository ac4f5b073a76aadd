import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

export interface SeenRow {
  readonly id: string
  readonly seq: number
  readonly kind: string
  readonly text: string
}

/**
 * Content of the chat that was read by scrolling: rows (oldest first), the number of dropped texts, and the texts of
 * dividers.
 */
export interface ReadBack {
  readonly rows: readonly SeenRow[]
  readonly folded: number
  readonly dividers: readonly string[]
}

/** The live room through the public hooks of docs/protocol.md section 7. */
export class RoomPage {
  readonly list: Locator

  constructor(readonly page: Page) {
    this.list = page.getByRole('log', { name: '聊天消息' })
  }

  async open(url: string, eid: string): Promise<void> {
    await this.page.goto(`${url}/app/live/${eid}`)
    await this.waitUntilOnline()
  }

  async waitUntilOnline(timeout = 20_000): Promise<void> {
    await expect(this.page.locator('[data-connection="online"]').first()).toBeAttached({ timeout })
  }

  rows(kind?: string): Locator {
    return this.list.locator(kind ? `[data-kind="${kind}"][data-seq]` : '[data-seq]')
  }

  row(id: string): Locator {
    return this.list.locator(`[data-id="${id}"]`)
  }

  async say(text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: '说点什么' }).fill(text)
    await this.page.getByRole('button', { name: '发送', exact: true }).click()
  }

  async signIn(url: string, name: string, fromPage: string): Promise<void> {
    await this.page.goto(`${url}/login?fromPage=${encodeURIComponent(fromPage)}`)
    await this.page.getByRole('textbox', { name: '账号' }).fill(name)
    await this.page.getByRole('textbox', { name: '密码' }).fill('Play2026x')
    await this.page.getByRole('button', { name: '登录', exact: true }).click()
    await this.page.waitForURL(`**${fromPage}`)
    await this.waitUntilOnline()
  }

  /** Records every row that is added to the page from now on, because a busy chat removes rows quickly. */
  async noteRows(): Promise<void> {
    await this.list.evaluate((list) => {
      const noted = new Map<string, { id: string; seq: number; kind: string; text: string }>()
      const note = (): void => {
        for (const row of list.querySelectorAll('[data-seq]')) {
          const [id, seq] = [row.getAttribute('data-id') ?? '', Number(row.getAttribute('data-seq'))]
          noted.set(`${id} ${seq}`, { id, seq, kind: row.getAttribute('data-kind') ?? '', text: row.textContent ?? '' })
        }
      }
      note()
      new MutationObserver(note).observe(list, { attributes: true, childList: true, subtree: true })
      Object.assign(window, { notedRows: () => [...noted.values()] })
    })
  }

  /** Waits for the only recorded row with `text`; see {@link noteRows}. */
  async noted(text: string, timeout = 60_000): Promise<SeenRow> {
    const saying = async (): Promise<readonly SeenRow[]> => {
      const rows = await this.page.evaluate(() => (Reflect.get(window, 'notedRows') as () => SeenRow[])())
      return rows.filter((row) => row.text.includes(text))
    }
    await expect.poll(async () => (await saying()).length, { timeout }).toBe(1)
    const [row] = await saying()
    if (row === undefined) throw new Error(`nothing says ${text}`)
    return row
  }

  async balance(): Promise<number> {
    const value = await this.page.locator('[data-balance]').first().getAttribute('data-balance')
    return Number(value)
  }

  /** Reads the list from `fromSeq` on by scrolling, oldest first. */
  async readBack(fromSeq: number): Promise<ReadBack> {
    const seen = new Map<number, SeenRow>()
    const folded = new Map<number, number>()
    const dividers = new Set<string>()
    await this.list.hover()
    for (let steps = 0; steps < 400; steps += 1) {
      for (const row of await this.#visibleRows()) {
        const known = seen.get(row.seq)
        if (known && known.id !== row.id) throw new Error(`two rows claim seq ${row.seq}: ${known.id}, ${row.id}`)
        seen.set(row.seq, row)
      }
      for (const { behind, count } of await this.#visibleFolds()) if (behind >= fromSeq) folded.set(behind, count)
      for (const text of await this.list.locator('[data-kind="divider"]').allTextContents()) dividers.add(text)
      if (Math.min(...seen.keys()) <= fromSeq) break
      await this.page.mouse.wheel(0, -400)
      await this.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
    }
    return {
      rows: [...seen.values()].filter((row) => row.seq >= fromSeq).sort((one, other) => one.seq - other.seq),
      folded: [...folded.values()].reduce((sum, count) => sum + count, 0),
      dividers: [...dividers],
    }
  }

  /** 消息过快，已折叠 N 条: the number and the row before it. */
  #visibleFolds(): Promise<{ behind: number; count: number }[]> {
    return this.list.locator('[data-folded]').evaluateAll((elements) =>
      elements.map((element) => {
        const above = element.previousElementSibling?.getAttribute('data-seq')
        return { behind: Number(above ?? -1), count: Number(element.getAttribute('data-folded')) }
      }),
    )
  }

  /** Rows in page order; throws if their sequence numbers are not strictly increasing. */
  async #visibleRows(): Promise<SeenRow[]> {
    const rows = await this.list.locator('[data-seq]').evaluateAll((elements) =>
      elements.map((element) => ({
        id: element.getAttribute('data-id') ?? '',
        seq: Number(element.getAttribute('data-seq')),
        kind: element.getAttribute('data-kind') ?? '',
        text: element.textContent ?? '',
      })),
    )
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1]
      if (before && before.seq >= row.seq) throw new Error(`seq ${row.seq} stands behind ${before.seq}`)
    }
    return rows
  }
}
