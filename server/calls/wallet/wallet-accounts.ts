import { CODES, failureOf } from '#protocol/codes.ts'
import type { BankCard, VirtualCurrency } from '#protocol/endpoints/wallet-accounts.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import { normalRealName, realNameProblem } from '#protocol/rules/member/person.ts'
import { usdtAddressProblem } from '#protocol/wallet/usdt-address.ts'
import { branchProblem, cardNumberProblem, MAX_ACCOUNTS, normalBranch } from '#protocol/rules/wallet.ts'
import { offeredChains } from '#protocol/rules/site-offers.ts'
import { type MemberSecurity, maskName } from '../../members/security/member-security.ts'
import type { SecurityLog } from '../../members/security/security-log.ts'
import type { WithdrawPasswords } from '../../members/security/withdraw-passwords.ts'
import { type AccountKind, type AddressRow, bankName, type CardRow } from '../../wallet/accounts/payout-accounts.ts'
import type { MemberAccounts } from '../../wallet/accounts/payout-accounts.ts'
import { BANKS } from '../../wallet/payments/channel.ts'
import { clientOf } from '../auth/auth.ts'
import { wrongFields } from '../account/confirm-password.ts'
import type { Handlers, MemberCall } from '../../http/context.ts'
import { confirmWithdrawal } from './confirm-withdrawal.ts'

interface AccountCallServices {
  readonly memberAccounts: MemberAccounts
  readonly memberSecurity: Pick<MemberSecurity, 'row' | 'addUsdtAddress'>
  readonly withdrawPasswords: Pick<WithdrawPasswords, 'check'>
  readonly securityLog: Pick<SecurityLog, 'add'>
}

type Calls = Pick<Handlers, Extract<keyof Handlers, `${'bankCard' | 'virtualCurrency'}.${string}`>>

const MAX_ALIAS = 16

/** Bank cards and USDT addresses (S7.73, S7.74). Every change asks for the withdrawal password, if the site does. */
export function payoutAccountCalls(services: AccountCallServices): Calls {
  return { ...cardCalls(services), ...addressCalls(services) }
}

function cardCalls(services: AccountCallServices) {
  const { memberAccounts, memberSecurity } = services
  const list = async (memberId: string) =>
    success({ list: (await memberAccounts.cards(memberId)).map(wireCard), max: MAX_ACCOUNTS })
  return {
    'bankCard.list': async (_params, { session }) => list(session.memberId),

    'bankCard.insert': async ({ cardNum, bankCode, branch: given = '', realName, withdrawPwd }, call) => {
      const { memberId } = call.session
      const [holder, branch] = [normalRealName(realName), normalBranch(given)]
      const { realName: bound } = await memberSecurity.row(memberId)
      const fields = {
        cardNum: cardNumberProblem(cardNum),
        bankCode: BANKS.some((bank) => bank.bankCode === bankCode) ? null : '请选择银行',
        branch: branchProblem(branch),
        realName: realNameProblem(realName, call.site.realNameRule) ?? holderProblem(holder, bound),
      }
      const refused = fieldProblems(fields) ?? (await confirmWithdrawal(services, withdrawPwd, call))
      if (refused) return refused
      if (!(await memberAccounts.addCard(memberId, { cardNum, bankCode, branch, holder })))
        return failureOf(CODES.CARD_LIMIT)
      await services.securityLog.add(memberId, 'payout-account-added', clientOf(call))
      return list(memberId)
    },

    'bankCard.setDefault': (params, call) =>
      changeAccount(services, { kind: 'card', change: 'setDefault', list }, params, call),
    'bankCard.delete': (params, call) =>
      changeAccount(services, { kind: 'card', change: 'remove', list }, params, call),
  } satisfies Partial<Calls>
}

function addressCalls(services: AccountCallServices) {
  const { memberAccounts, memberSecurity } = services
  const list = async (memberId: string) =>
    success({ list: (await memberAccounts.addresses(memberId)).map(wireAddress), max: MAX_ACCOUNTS })
  return {
    'virtualCurrency.list': async (_params, { session }) => list(session.memberId),

    'virtualCurrency.insert': async ({ address: given, chain, alias, withdrawPwd }, call) => {
      const { memberId } = call.session
      const address = given.trim()
      const isOffered = offeredChains(call.site).includes(chain)
      const fields = {
        chain: isOffered ? null : '请选择链',
        address: isOffered ? usdtAddressProblem(chain, address) : null,
        alias: Array.from(alias.trim()).length > MAX_ALIAS ? '备注最多 16 个字' : null,
      }
      const refused = fieldProblems(fields) ?? (await confirmWithdrawal(services, withdrawPwd, call))
      if (refused) return refused
      if (!(await memberSecurity.addUsdtAddress(memberId, chain, address, alias.trim()))) {
        return failureOf(CODES.CARD_LIMIT)
      }
      await services.securityLog.add(memberId, 'payout-account-added', clientOf(call))
      return list(memberId)
    },

    'virtualCurrency.setDefault': (params, call) =>
      changeAccount(services, { kind: 'address', change: 'setDefault', list }, params, call),
    'virtualCurrency.delete': (params, call) =>
      changeAccount(services, { kind: 'address', change: 'remove', list }, params, call),
  } satisfies Partial<Calls>
}

interface AccountChange<Data> {
  readonly kind: AccountKind
  readonly change: 'setDefault' | 'remove'
  readonly list: (memberId: string) => Promise<Result<Data>>
}

async function changeAccount<Data>(
  services: AccountCallServices,
  { kind, change, list }: AccountChange<Data>,
  { id, withdrawPwd }: { readonly id: string; readonly withdrawPwd?: string | undefined },
  call: MemberCall,
): Promise<Result<Data>> {
  const { memberId } = call.session
  const refused = await confirmWithdrawal(services, withdrawPwd, call)
  if (refused) return refused
  if (!(await services.memberAccounts[change](memberId, kind, id))) return failureOf(CODES.NOT_FOUND)
  const event = change === 'remove' ? 'payout-account-removed' : 'payout-account-preferred'
  await services.securityLog.add(memberId, event, clientOf(call))
  return list(memberId)
}

function fieldProblems(fields: Readonly<Record<string, string | null>>): Failure | null {
  const wrong = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null)
  return wrong.length === 0 ? null : wrongFields(Object.fromEntries(wrong))
}

/** Money goes to cards of the member only. */
function holderProblem(holder: string, bound: string | null): string | null {
  if (bound === null) return '请先绑定真实姓名'
  return normalRealName(bound) === holder ? null : '持卡人须与绑定的真实姓名一致'
}

function wireCard({ id, bankCode, branch, holder, last4, isDefault, createdAt }: CardRow): BankCard {
  return { id, bankCode, bankName: bankName(bankCode), branch, holder: maskName(holder), last4, isDefault, createdAt }
}

function wireAddress({ id, chain, alias, last4, isDefault, createdAt }: AddressRow): VirtualCurrency {
  return { id, chain, alias, last4, isDefault, createdAt }
}
