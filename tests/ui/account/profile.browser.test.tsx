import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ProfilePage } from '#app/pages/account/ProfilePage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { memberAtom, sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, animationsEnded, frames, mountRoutes, wear } from '../support/mount.tsx'
import { ADDRESS, eachOnMemberScreen, MATERIAL } from '../support/security-fixtures.ts'

let mounted: MountedRoutes
const open = () => {
  mounted = mountRoutes([{ path: '/app/profile', Component: ProfilePage }], '/app/profile')
}
const named = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)
const field = (name: string) => page.getByLabelText(name, { exact: true })
const question = page.getByRole('alertdialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

eachOnMemberScreen(() => mounted)

it('S6.12 sends a visitor to sign in and back', async () => {
  store.set(sessionAtom, null)
  open()
  const here = () => mounted.router.state.location.pathname + mounted.router.state.location.search
  await expect.poll(here).toBe('/login?fromPage=%2Fapp%2Fprofile')
})

describe('the avatar', () => {
  it('S3.7 is one of 24, chosen by arrow keys', async () => {
    transport.responses['avatar.set'] = () => success({})
    open()
    const group = page.getByRole('group', { name: '选择头像' })
    await expect.poll(() => group.getByRole('radio').elements().length).toBe(24)
    await expect.element(group.getByRole('radio', { name: '头像 3', exact: true })).toBeChecked()
    await expect.element(button('使用这个头像')).toBeDisabled()
    group.getByRole('radio', { name: '头像 3', exact: true }).element().focus()
    await userEvent.keyboard('{ArrowRight}{Tab}')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => named('avatar.set')).toEqual([{ id: 'av-4' }])
    await expect.poll(() => store.get(memberAtom)?.avatar).toBe('/art/av-4.svg')
  })

  it('S3.7 that needs a VIP level is disabled for others', async () => {
    store.set(sessionAtom, (session) => session && { ...session, member: { ...session.member, vipLevel: 0 } })
    open()
    await expect.element(page.getByRole('radio', { name: '头像 24，VIP 专属' })).toBeDisabled()
    await expect.element(page.getByText('带 VIP 标记的头像需要 VIP 1 以上')).toBeVisible()
  })
})

describe('the nickname', () => {
  it('S3.9 is checked while typing and changed', async () => {
    transport.responses['nickname.update'] = ({ nickname }) =>
      success({ nickname, nextChangeAt: NOON + 30 * 86_400_000 })
    open()
    await field('新昵称').fill('13812345678')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('昵称不能包含联系方式')).toBeVisible()
    await field('新昵称').fill('违禁昵称')
    await expect.element(page.getByText('昵称包含不允许的词')).toBeVisible()
    await field('新昵称').fill('北看台老周')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(question.getByRole('button', { name: '确认修改' }))
    await expect.poll(() => store.get(memberAtom)?.nickname).toBe('北看台老周')
    expect(named('nickname.update')).toEqual([{ nickname: '北看台老周' }])
    await expect.element(question).not.toBeInTheDocument()
  })

  it('S3.9 is changed after a question that says until when it is fixed', async () => {
    open()
    await field('新昵称').fill(' 北看台老周 ')
    await userEvent.keyboard('{Enter}')
    await expect.element(question).toHaveTextContent('昵称改为“北看台老周”？')
    await expect.element(question).toHaveTextContent('修改后 30 天内不能再改，12 月 21 日起可以再改。')
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    expect(named('nickname.update')).toEqual([])
    await expect.element(field('新昵称')).toHaveFocus()
    await expect.element(field('新昵称')).toHaveValue(' 北看台老周 ')
    await userEvent.click(button('修改昵称'))
    await userEvent.click(question.getByRole('button', { name: '返回修改' }))
    await expect.element(question).not.toBeInTheDocument()
    expect(named('nickname.update')).toEqual([])
  })

  it('S3.9 shows a refusal after the question in the form', async () => {
    transport.responses['nickname.update'] = () =>
      failure(CODES.PARAM_ERROR, '参数错误', { details: { fields: { nickname: '这个昵称已有人使用' } } })
    open()
    await field('新昵称').fill('北看台老周')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(question.getByRole('button', { name: '确认修改' }))
    await expect.element(page.getByText('这个昵称已有人使用')).toBeVisible()
    await expect.element(field('新昵称')).toHaveFocus()
  })

  it('S3.9 shows when the next change is allowed', async () => {
    transport.responses['nickname.check'] = () =>
      success({ isAllowed: false, problem: null, nextChangeAt: NOON + 10 * 86_400_000 })
    open()
    await expect.element(page.getByText('12 月 1 日 后可以再改')).toBeVisible()
    await expect.element(field('新昵称')).toBeDisabled()
  })
})

describe('personal data', () => {
  it('S3.6 sends what was changed; a confirmed birthday is locked with the reason', async () => {
    transport.responses['material.update'] = () => success({})
    open()
    await expect.element(page.getByText('已填 3 / 8')).toBeVisible()
    await expect.element(field('生日')).toBeDisabled()
    await expect.element(page.getByText(/身份信息已确认，不能修改/)).toBeVisible()
    await field('QQ').fill('12')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('QQ 号为 5 到 12 位数字')).toBeVisible()
    await expect.element(field('QQ')).toHaveFocus()
    await field('QQ').fill('1234567')
    await field('城市').fill(' 舟山 ')
    await userEvent.click(button('保存'))
    await expect.poll(() => named('material.update')).toEqual([{ qq: '1234567', city: '舟山' }])
  })
})

describe('the birthday', () => {
  beforeEach(() => {
    const material = { ...MATERIAL.material, birthday: '' }
    transport.responses['material.get'] = () => success({ ...MATERIAL, material, locked: [] })
    transport.responses['material.update'] = () => success({})
  })

  it('S3.6 is saved after a question that says that it is fixed', async () => {
    open()
    await field('生日').fill('1990-01-09')
    await field('城市').fill('舟山')
    await userEvent.click(button('保存'))
    await expect.element(question).toHaveTextContent('生日填为 1990 年 1 月 9 日？')
    await expect.element(question).toHaveTextContent('只能填写一次，保存后不能修改，填错请联系客服。')
    await userEvent.click(question.getByRole('button', { name: '返回修改' }))
    await expect.element(question).not.toBeInTheDocument()
    expect(named('material.update')).toEqual([])
    await userEvent.click(button('保存'))
    await userEvent.click(question.getByRole('button', { name: '确认保存' }))
    await expect.poll(() => named('material.update')).toEqual([{ birthday: '1990-01-09', city: '舟山' }])
  })

  it('S3.6 is not asked about if only other fields change, or if it is wrong', async () => {
    open()
    await field('生日').fill('2020-01-09')
    await userEvent.click(button('保存'))
    await expect.element(page.getByText('未满 18 周岁', { exact: false })).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    await field('生日').fill('')
    await field('城市').fill('舟山')
    await userEvent.click(button('保存'))
    await expect.poll(() => named('material.update')).toEqual([{ city: '舟山' }])
  })
})

describe('postal addresses', () => {
  it('S3.8 are added; the first invalid field is focused', async () => {
    transport.responses['address.save'] = () => success({ id: 'a-9' })
    open()
    await userEvent.click(button('添加地址'))
    const sheet = page.getByRole('dialog', { name: '添加收货地址' })
    await userEvent.click(sheet.getByRole('button', { name: '保存' }))
    await expect.element(sheet.getByLabelText('收件人')).toHaveFocus()
    await expect.element(sheet.getByText('请填写收件人，最多 24 个字')).toBeVisible()
    await sheet.getByLabelText('收件人').fill('周舟')
    await sheet.getByLabelText('手机号').fill('13812345678')
    await sheet.getByLabelText('省份').fill('浙江省')
    await sheet.getByLabelText('城市').fill('舟山市')
    await sheet.getByLabelText('详细地址').fill('滨港路 18 号')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => named('address.save'))
      .toEqual([
        {
          receiver: '周舟',
          areaCode: '86',
          phone: '13812345678',
          province: '浙江省',
          city: '舟山市',
          detail: '滨港路 18 号',
          isDefault: false,
        },
      ])
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.poll(() => named('address.list').length).toBe(2)
  })

  it('S3.8 are edited and deleted after a question', async () => {
    transport.responses['address.save'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
    transport.responses['address.remove'] = () => success({})
    open()
    await userEvent.click(button('编辑林一帆的地址'))
    const sheet = page.getByRole('dialog', { name: '编辑收货地址' })
    await sheet.getByLabelText('城市').fill('宁波市')
    await userEvent.click(sheet.getByRole('switch', { name: '设为默认地址' }))
    await userEvent.click(sheet.getByRole('button', { name: '保存' }))
    await expect.element(sheet.getByRole('alert')).toHaveTextContent('服务繁忙')
    await expect.element(sheet.getByLabelText('城市')).toHaveValue('宁波市')
    expect(named('address.save').at(-1)).toMatchObject({ id: 'a-2', city: '宁波市', isDefault: true })
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await userEvent.click(button('删除周舟的地址'))
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: '删除' }))
    await expect.poll(() => named('address.remove')).toEqual([{ id: 'a-1' }])
  })

  it('S3.8 are empty, or as many as allowed', async () => {
    transport.responses['address.list'] = () => success({ list: [], max: 5 })
    open()
    await expect.element(page.getByText('还没有收货地址')).toBeVisible()
    mounted.unmount()
    transport.responses['address.list'] = () => success({ list: [ADDRESS], max: 1 })
    open()
    await expect.element(page.getByText('最多 1 个地址，请先删除一个')).toBeVisible()
    await expect.element(button('添加地址')).toBeDisabled()
  })
})

it('shows an error with 重试 for each part that did not load', async () => {
  transport.responses = {}
  open()
  await expect.poll(() => page.getByRole('alert').elements().length).toBe(3)
  expect(button('重试').elements()).toHaveLength(3)
})

it('fits on a phone without horizontal scroll', async () => {
  await page.viewport(390, 844)
  open()
  await expect.element(page.getByText('林一帆', { exact: false }).first()).toBeVisible()
  await frames(3)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it('has no findings on the page and in the sheet', async () => {
    open()
    wear(skin)
    await expect.element(page.getByText('林一帆', { exact: false }).first()).toBeVisible()
    await frames(3)
    await userEvent.click(button('添加地址'))
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await animationsEnded()
    expect(await findingsOfScreen()).toEqual([])
  })
})
