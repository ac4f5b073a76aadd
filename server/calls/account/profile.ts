import { eq } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { birthDateProblem } from '#protocol/rules/member/person.ts'
import { normalPhone } from '#protocol/rules/member/phone.ts'
import {
  addressAsStored,
  addressProblems,
  ADDRESSES_MAX,
  type FieldProblems,
  materialProblems,
  NICKNAME_CHANGE_DAYS,
  VIP_AVATAR_LEVEL,
} from '#protocol/rules/member/profile.ts'
import { wrongFields } from './confirm-password.ts'
import type { Handlers } from '../../http/context.ts'
import { refreshMember } from '../../members/refresh-member.ts'
import type { Database } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import type { MemberContacts } from '../../members/contact.ts'
import type { Members } from '../../members/members.ts'
import { Addresses } from '../../members/profile/addresses.ts'
import { type Material, Materials } from '../../members/profile/materials.ts'
import { Nicknames, nicknameRefusal, normalNickname } from '../../members/profile/nicknames.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'

interface ProfileServices {
  readonly database: Database
  readonly members: Members
  readonly sessions: Pick<Sessions, 'refresh'>
  readonly contacts: Pick<MemberContacts, 'cipher'>
  readonly now: () => number
}

/** S3.7: the drawn avatars of `public/art`. The last ones are for VIP members. */
const AVATARS = Array.from({ length: 24 }, (_, index) => ({
  id: `av-${index + 1}`,
  url: `/art/av-${index + 1}.svg`,
  isVip: index >= 20,
}))

type Calls = Pick<
  Handlers,
  Extract<keyof Handlers, `address.${string}` | `avatar.${string}` | `material.${string}` | `nickname.${string}`>
>

/** Avatar, nickname, personal data and addresses. */
export function profileCalls(services: ProfileServices): Calls {
  return { ...identityCalls(services), ...materialCalls(services), ...addressCalls(services) }
}

/** What others see of a member. */
function identityCalls({ database, members, sessions, now }: ProfileServices) {
  const nicknames = new Nicknames(database, { now })
  return {
    'avatar.list': async () => success({ list: AVATARS }),

    'avatar.set': async ({ id }, { session }) => {
      const avatar = AVATARS.find((one) => one.id === id)
      if (!avatar) return failureOf(CODES.NOT_FOUND)
      if (avatar.isVip && session.member.vipLevel < VIP_AVATAR_LEVEL) {
        return failure(CODES.LIMIT_EXCEEDED, `VIP ${VIP_AVATAR_LEVEL} 以上才能使用这个头像`)
      }
      await database.db.update(member).set({ avatar: avatar.url }).where(eq(member.id, session.memberId))
      await refreshMember({ members, sessions }, session.memberId)
      return success({})
    },

    'nickname.check': async ({ nickname }, { session }) => {
      const nextChangeAt = await nicknames.nextChangeAt(session.memberId)
      const problem = nicknameRefusal(nickname)
      return success({ isAllowed: problem === null && nextChangeAt === null, problem, nextChangeAt })
    },

    'nickname.update': async ({ nickname: given }, { session }) => {
      const nickname = normalNickname(given)
      const problem = nicknameRefusal(given) ?? (nickname === session.member.nickname ? '和现在的昵称相同' : null)
      if (problem !== null) return wrongFields({ nickname: problem })
      const nextChangeAt = await nicknames.change(session.memberId, nickname)
      if (nextChangeAt === null) {
        const details = { nextChangeAt: await nicknames.nextChangeAt(session.memberId) }
        return failure(CODES.LIMIT_EXCEEDED, `昵称 ${NICKNAME_CHANGE_DAYS} 天只能改一次`, { details })
      }
      await refreshMember({ members, sessions }, session.memberId)
      return success({ nickname, nextChangeAt })
    },
  } satisfies Partial<Calls>
}

function materialCalls({ database, contacts, now }: ProfileServices) {
  const materials = new Materials(database, contacts)
  return {
    'material.get': async (_params, { session }) => {
      const material = await materials.of(session.memberId)
      const filled = Object.entries(material).flatMap(([name, value]) => (value === '' ? [] : [name]))
      return success({ material, filled, locked: material.birthday === '' ? [] : ['birthday'] })
    },

    'material.update': async (given, { session, site }) => {
      const { birthday, ...fields } = given
      const current = await materials.of(session.memberId)
      // A form may send the locked birthday back unchanged.
      const isSet = birthday !== undefined && birthday !== current.birthday
      const problems = {
        ...materialProblems(fields),
        ...(isSet ? birthdayProblems(birthday, current, now(), site.ageGateYears) : {}),
      }
      if (Object.keys(problems).length > 0) return wrongFields(problems)
      const isChanged = await materials.change(session.memberId, isSet ? given : fields)
      return isChanged ? success({}) : wrongFields({ birthday: LOCKED_BIRTHDAY })
    },
  } satisfies Partial<Calls>
}

const LOCKED_BIRTHDAY = '生日填写后不能修改，如有误请联系客服'

function birthdayProblems(birthday: string, current: Material, now: number, years: number): FieldProblems {
  if (current.birthday !== '') return { birthday: LOCKED_BIRTHDAY }
  const problem = birthDateProblem(birthday, now, years)
  return problem === null ? {} : { birthday: problem }
}

function addressCalls({ database, contacts, now }: ProfileServices) {
  const addresses = new Addresses(database, { now, cipher: contacts.cipher })
  return {
    'address.list': async (_params, { session }) =>
      success({ list: await addresses.list(session.memberId), max: ADDRESSES_MAX }),

    'address.save': async (given, { session }) => {
      const problems = addressProblems(given)
      if (Object.keys(problems).length > 0) return wrongFields(problems)
      const phone = normalPhone(given.areaCode, given.phone)
      const saved = await addresses.save(session.memberId, { ...addressAsStored(given), phone })
      if (saved === 'missing') return failureOf(CODES.NOT_FOUND)
      if (saved === 'full') return failure(CODES.LIMIT_EXCEEDED, `地址最多保存 ${ADDRESSES_MAX} 个，请先删除用不到的`)
      return success(saved)
    },

    'address.remove': async ({ id }, { session }) =>
      (await addresses.remove(session.memberId, id)) ? success({}) : failureOf(CODES.NOT_FOUND),
  } satisfies Partial<Calls>
}
