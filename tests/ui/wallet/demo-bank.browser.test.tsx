import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DemoBankPage } from '#app/pages/wallet/DemoBankPage.tsx'
import { CODES } from '#protocol/codes.ts'
import { BANK_SCRIPTS, type BankScript } from '#protocol/endpoints/demo.ts'
import { failure, success } from '#protocol/result.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { store } from '#state/store.ts'
import { eachOnWalletScreen, named } from '../support/deposit-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { type MountedRoutes, mountRoutes } from '../support/mount.tsx'

let mounted: MountedRoutes | undefined
const open = () => {
  mounted = mountRoutes([{ path: '/dev/bank', Component: DemoBankPage }], '/dev/bank')
}
const serve = (current: BankScript) => {
  transport.responses['demo.bank'] = ({ script = current }) => {
    serve(script)
    return success({ script, scripts: [...BANK_SCRIPTS] })
  }
}

eachOnWalletScreen(() => mounted)

it('explains each behaviour of the demo bank, and saves the choice at once', async () => {
  serve('normal')
  open()
  await expect.element(page.getByRole('radio', { name: /^正常/ })).toBeChecked()
  expect(page.getByRole('radio').elements()).toHaveLength(BANK_SCRIPTS.length)
  await userEvent.click(page.getByText('迟到的付款'))
  await expect.element(page.getByRole('radio', { name: /迟到的付款.*转?入?审核/ })).toBeChecked()
  await expect.element(page.getByText('之后的订单按此方式处理')).toBeVisible()
  expect(named('demo.bank')).toContainEqual({ script: 'late' })
})

it('shows the choice before after a refusal', async () => {
  serve('slow')
  open()
  await expect.element(page.getByRole('radio', { name: /^缓慢/ })).toBeChecked()
  transport.responses['demo.bank'] = ({ script }) =>
    script === undefined
      ? success({ script: 'slow', scripts: [...BANK_SCRIPTS] })
      : failure(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
  await userEvent.click(page.getByText('拒绝', { exact: true }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('服务繁忙')
  await expect.element(page.getByRole('radio', { name: /^缓慢/ })).toBeChecked()
})

it('is for members of a demo server only', async () => {
  serve('normal')
  store.set(siteAtom, (site) => ({ ...site, isDemo: false }))
  open()
  await expect.element(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  mounted?.unmount()
  store.set(siteAtom, (site) => ({ ...site, isDemo: true }))
  store.set(sessionAtom, null)
  open()
  await expect.poll(() => mounted?.router.state.location.pathname).toBe('/login')
  expect(named('demo.bank')).toEqual([])
})
