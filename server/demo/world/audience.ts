import type { Member } from '#protocol/endpoints/shapes.ts'
import type { EntryAuthor } from '#protocol/room/feed.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import type { SessionMember } from '../../members/sessions/session-member.ts'
import type { Members } from '../../members/members.ts'
import type { Speaker } from '../../rooms/say.ts'
import { authorOf } from '../../rooms/author.ts'
import type { Random } from './random.ts'
import { hashText } from '#protocol/random.ts'

/** Number of seeded members. Load tools assign messages without an author to them (settled 22). */
export const SEEDED_MEMBERS = 2_000

export interface CrowdMember {
  readonly memberId: string
  readonly member: Member
  /** The configuration of the member's site. */
  readonly site: SiteConfig
  readonly author: EntryAuthor
}

/** Members of one statement, so that other statements need not wait long. */
const BATCH = 250

/** Creates the seeded members once. The same seed gives the same members. */
export async function gatherAudience(
  members: Members,
  random: Random,
  { siteId, site }: { readonly siteId: number; readonly site: SiteConfig },
): Promise<CrowdMember[]> {
  const seeds = Array.from({ length: SEEDED_MEMBERS }, (_, index) => ({
    name: `crowd${index}`,
    password: null,
    nickname: nickname(random),
    vipLevel: crowdVipLevel(random),
    level: random.between(1, 30),
    siteId,
    coins: random.between(500, 20_000),
  }))
  const made = []
  for (let from = 0; from < seeds.length; from += BATCH) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in the background
    made.push(...(await members.ensure(seeds.slice(from, from + BATCH))))
  }
  return made.map(({ memberId, member }) => ({ memberId, member, site, author: authorOf(member) }))
}

/** Returns the member that represents a name of a recorded log; always the same one. */
export function memberForName(audience: readonly CrowdMember[], name: string): CrowdMember {
  const member = audience[hashText(name) % audience.length]
  if (!member) throw new RangeError('the audience is empty')
  return member
}

export function speakerFor(crowdMember: CrowdMember, venueName: string, isUnlimited: boolean): Speaker {
  return {
    memberId: crowdMember.memberId,
    author: { ...crowdMember.author, venueName },
    siteId: crowdMember.member.siteId,
    sessionId: null,
    address: 'crowd',
    isUnlimited,
  }
}

/** A session that exists only inside the process. The crowd calls handlers with it. */
export function inProcessSession(crowdMember: CrowdMember): SessionMember {
  return {
    sessionId: `crowd-${crowdMember.memberId}`,
    memberId: crowdMember.memberId,
    expireAt: Number.MAX_SAFE_INTEGER,
    member: crowdMember.member,
  }
}

const PLACES = '北看台 南看台 西二门 老街口 江边 海边 灯塔下 巷口 码头 山脚 桥头 站台 球场边 二楼 河对岸 东门外'.split(
  ' ',
)
const THINGS = '的风 的猫 老周 阿婆 修车铺 小卖部 的灯 汽水 的雨 卖瓜人 末班车 收音机 旧围巾 的树 号手 守夜人'.split(
  ' ',
)
const ADJECTIVES = '一只 半个 安静的 没睡醒的 路过的 爱喝茶的 慢半拍的 不戴眼镜的 专业的 业余的 勤快的 怕冷的'.split(
  ' ',
)
const CREATURES = '企鹅 门将 边后卫 替补 球童 裁判 土豆 番茄 橘猫 鸽子 水獭 麻雀 石榴 馒头 豆浆 蒲公英'.split(' ')
const GIVEN =
  '阿楠 小满 大刘 子衿 阿檀 小鹿 老陈 南星 知夏 阿岩 青禾 小武 书白 老猫 阿布 木木 之遥 一诺 晚舟 阿盛'.split(' ')
const TAILS = ['', '', '', '', '同学', '不在家', '在看台', '1987', '07', '_', '本人', '呀']

/** A plausible nickname of at most 12 characters. */
export function nickname(random: Random): string {
  const shape = random.next()
  const name =
    shape < 0.4
      ? random.pick(PLACES) + random.pick(THINGS)
      : shape < 0.7
        ? random.pick(ADJECTIVES) + random.pick(CREATURES)
        : random.pick(GIVEN) + random.pick(TAILS)
  return name.slice(0, 12)
}

/** A random VIP level: most members have none, one in a hundred is above 7. */
export function crowdVipLevel(random: Random): number {
  const draw = random.next()
  if (draw < 0.42) return 0
  if (draw < 0.86) return random.between(1, 4)
  return draw < 0.985 ? random.between(5, 7) : random.between(8, 10)
}
