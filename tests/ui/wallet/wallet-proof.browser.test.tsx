import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PaymentPage } from '#app/pages/wallet/PaymentPage.tsx'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { failure, success } from '#protocol/result.ts'
import { depositOrder, eachOnWalletScreen, named, serveOrders } from '../support/deposit-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, mountRoutes } from '../support/mount.tsx'

const ORDER_NO = 'D2611210000000001'

let mounted: MountedRoutes | undefined
const open = (order: Partial<WalletOrder> = {}) => {
  serveOrders(depositOrder(order))
  mounted = mountRoutes(
    [{ path: '/app/wallet/deposit/:orderNo', Component: PaymentPage }],
    `/app/wallet/deposit/${ORDER_NO}`,
  )
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

eachOnWalletScreen(() => mounted)

const image = (name: string, type = 'image/png', size = 64) => new File([new Uint8Array(size)], name, { type })
const chooser = () => document.querySelector<HTMLInputElement>('input[type="file"]')!
const give = (...files: File[]) => {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  chooser().files = data.files
  chooser().dispatchEvent(new Event('change', { bubbles: true }))
}

it('S7.72 says what can be uploaded, shows previews and uploads them with their progress', async () => {
  let progress: (sent: number) => void = () => {}
  let respond: (result: unknown) => void = () => {}
  transport.onUpload = (onProgress) => {
    progress = (sent) => onProgress?.({ sent, total: 4 })
    return new Promise((resolve) => (respond = resolve as typeof respond))
  }
  open()
  await expect.element(page.getByText(/最多 3 张，每张不超过 5 MB，支持 JPG、PNG、WebP/)).toBeVisible()
  give(image('a.png'), image('b.png'))
  await expect.element(page.getByRole('img', { name: '待上传的第 2 张图片' })).toBeVisible()
  await userEvent.click(button('移除第 1 张'))
  await userEvent.click(button('上传 1 张'))
  progress(2)
  await expect.element(page.getByRole('progressbar', { name: '上传进度' })).toHaveAttribute('value', '0.5')
  expect(transport.uploads).toHaveLength(1)
  expect(transport.uploads[0]).toMatchObject({ name: 'speedDeposit.uploadProof', params: { orderNo: ORDER_NO } })
  respond(success(depositOrder({ proofs: ['p1'], updatedAt: NOON })))
  await expect.element(page.getByText('已上传 1 张')).toBeVisible()
  expect(page.getByRole('img', { name: /待上传/ }).elements()).toEqual([])
})

it('S7.72 refuses other types, large files and a fourth image with reasons', async () => {
  open({ proofs: ['p1'] })
  await expect.element(page.getByText('已上传 1 张')).toBeVisible()
  give(image('a.gif', 'image/gif'), image('b.jpg', 'image/jpeg', 5 * 1024 * 1024 + 1), image('c.webp', 'image/webp'))
  await expect.element(page.getByText('a.gif：只支持 JPG、PNG、WebP')).toBeVisible()
  await expect.element(page.getByText('b.jpg：超过 5 MB')).toBeVisible()
  expect(page.getByRole('img', { name: /待上传/ }).elements()).toHaveLength(1)
  give(image('d.png'), image('e.png'))
  await expect.element(page.getByText('最多还能上传 1 张')).toBeVisible()
  expect(page.getByRole('img', { name: /待上传/ }).elements()).toHaveLength(2)
  expect(button('选择图片').elements()).toEqual([])
})

it('keeps the images after a failure, and names the damaged one', async () => {
  transport.onUpload = async () => failureOf(CODES.PARAM_ERROR, { details: { fields: { 'files.1': '图片已损坏' } } })
  open()
  await expect.element(button('选择图片')).toBeVisible()
  give(image('a.png'), image('b.png'))
  await userEvent.click(button('上传 2 张'))
  await expect.element(page.getByText('图片已损坏')).toBeVisible()
  expect(page.getByRole('img', { name: /待上传/ }).elements()).toHaveLength(2)
  transport.onUpload = async () => failure(CODES.TIMEOUT, '请求超时')
  await userEvent.click(button('上传 2 张'))
  await expect.element(page.getByText(/上传结果未知/)).toBeVisible()
  await expect.poll(() => named('dealRecord.detail').length).toBeGreaterThan(1)
})
