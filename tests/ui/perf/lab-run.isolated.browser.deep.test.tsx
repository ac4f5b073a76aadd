import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PerfPage } from '#app/pages/PerfPage.tsx'
import { isExact } from '#features/perf/engine/accounts.ts'
import { decodeLink, encodeLink } from '#features/perf/engine/share.ts'
import { DESIGN_NAMES, DESIGNS, type LabSummary } from '#features/perf/engine/summary.ts'
import type { LabSettings } from '#protocol/worker/lab.ts'
import axe from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { SHORT_RUN } from '../support/lab.ts'
import { type MountedRoutes, mountRoutes, wear } from '../support/mount.tsx'

let mounted: MountedRoutes
afterEach(() => mounted.unmount())

const openLab = (settings: LabSettings) => {
  const path = `/app/perf#${encodeLink({ settings, summary: null })}`
  mounted = mountRoutes([{ path: '/app/perf', element: <PerfPage /> }], path)
}

const state = () => mounted.root.querySelector('[data-lab]')?.getAttribute('data-lab')

/** The summary of the newest run, which the link to share contains. */
function newestSummary(): LabSummary | null {
  const address = page.getByLabelText('分享链接').element()
  const read = decodeLink(new URL((address as HTMLInputElement).value).hash)
  return read.type === 'read' ? read.shared.summary : null
}

async function measure(): Promise<LabSummary> {
  await userEvent.click(page.getByRole('button', { name: '开始测量' }))
  await expect.poll(state).toBe('running')
  await expect.poll(state).toBe('finished')
  const summary = newestSummary()
  if (summary === null) throw new Error('the run has no summary')
  return summary
}

it.each(DESIGN_NAMES)('D.8 accounts for every generated entry with the design %s', async (name) => {
  const settings = { ...SHORT_RUN, ...DESIGNS[name] }
  openLab(settings)
  const summary = await measure()
  expect(summary).toMatchObject({ settings, end: 'complete' })
  const { accounts } = summary
  if (accounts === null) throw new Error('the run has no accounts')
  expect(accounts).toMatchObject({ generated: SHORT_RUN.rate * SHORT_RUN.seconds, missing: 0, wrong: 0, released: 0 })
  expect(isExact(accounts)).toBe(true)
  expect(accounts.shown).toBeGreaterThan(0)
  expect(accounts.duplicates).toBeGreaterThan(0)
  expect(accounts.withdrawn).toBeGreaterThan(0)
  expect(summary.p50).toBeGreaterThan(0)
  expect(summary.rows).toBeGreaterThan(0)
})

it('folds texts under overload, exactly, and shows the sums', async () => {
  openLab({ ...SHORT_RUN, rate: 20_000 })
  const { accounts } = await measure()
  if (accounts === null) throw new Error('the run has no accounts')
  expect(accounts.folded).toBeGreaterThan(accounts.shown)
  const { shown, folded, duplicates, withdrawn, released, generated } = accounts
  expect(shown + folded + duplicates + withdrawn + released).toBe(generated)
  expect(accounts).toMatchObject({ missing: 0, wrong: 0 })
  await expect.element(page.getByText('一致', { exact: true })).toBeVisible()
})

it('ends early on request with exact accounts', async () => {
  openLab({ ...SHORT_RUN, seconds: 60 })
  await userEvent.click(page.getByRole('button', { name: '开始测量' }))
  await expect.element(page.getByRole('log')).toBeVisible()
  await expect.poll(() => mounted.root.querySelectorAll('[data-seq]').length).toBeGreaterThan(0)
  await userEvent.click(page.getByRole('button', { name: '停止' }))
  await expect.poll(state).toBe('finished')
  expect(newestSummary()).toMatchObject({ end: 'stopped', accounts: { missing: 0, wrong: 0 } })
})

it('refuses a link with foreign content and starts with the default settings', async () => {
  mounted = mountRoutes([{ path: '/app/perf', element: <PerfPage /> }], '/app/perf#lab1.%3Cscript%3E')
  await expect.element(page.getByRole('alert')).toHaveTextContent('链接不完整或不是实验室链接，已忽略')
  await expect.element(page.getByLabelText('速率（条/秒）')).toHaveValue('1000')
})

it('does not start with an invalid rate and says which values are accepted', async () => {
  openLab(SHORT_RUN)
  await userEvent.fill(page.getByLabelText('速率（条/秒）'), '100001')
  await expect.element(page.getByText('请输入 1 到 100000 的整数')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '开始测量' })).toBeDisabled()
  await userEvent.fill(page.getByLabelText('速率（条/秒）'), '100000')
  await expect.element(page.getByRole('button', { name: '开始测量' })).toBeEnabled()
})

it.each(AXE_SKINS)('has no accessibility violation in the skin %s, with results', async (skin) => {
  openLab({ ...SHORT_RUN, seconds: 1 })
  wear(skin)
  await measure()
  const { violations } = await axe.run(mounted.root, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
})
