import type { LeagueId } from './season.ts'

interface TipTemplates {
  readonly titles: readonly ((one: string, other: string) => string)[]
  readonly reasons: readonly ((one: string, other: string, player: string) => string)[]
  /** What the other side can do. */
  readonly answers: readonly string[]
}

/** Text templates of tips per sport. `one` is the favoured side. */
export const TIP_TEMPLATES: Readonly<Record<LeagueId, TipTemplates>> = {
  football: {
    titles: [
      (one, other) => `${one}压得住吗？先看${other}的第一脚出球`,
      (one, other) => `${other}想要抢分，得先过${one}的中路`,
      (one) => `${one}的替补席，可能比首发更要紧`,
      (one, other) => `${one}对${other}：输在细节的那一边会是谁`,
    ],
    reasons: [
      (one, other, player) => `${one}最近把${player}往前提了半步，${other}的出球点一多就会慌。`,
      (one, other) => `${one}主打边路提速，${other}两个边上的位置恰好换过人，配合还生。`,
      (one, _other, player) => `${one}的定位球练得很细，${player}的落点三场里两次找到了人。`,
    ],
    answers: [
      '把比赛拖慢，前二十分钟不丢就有机会。',
      '早一点换人，用体力去换空间。',
      '放一点球权，等对方压上来打身后。',
    ],
  },
  basketball: {
    titles: [
      (one, other) => `${other}的篮板，挡不挡得住${one}的二次进攻`,
      (one) => `${one}的第二阵容，可能比首发更要紧`,
      (one, other) => `${one}对${other}：先看谁的失误少`,
      (one, other) => `${other}要赢，得先把${one}的节奏拖下来`,
    ],
    reasons: [
      (one, other, player) => `${one}最近常让${player}到高位接球，${other}的换防慢半拍就会漏人。`,
      (one, other) => `${one}的转换快，${other}上一场的回防有三次没站齐。`,
      (one, _other, player) => `${one}末节的战术很清楚，球给到${player}，出手之前总有两道掩护。`,
    ],
    answers: [
      '把回合拖长，让对方在二十秒以后出手。',
      '早点上小个阵容，用速度换篮板。',
      '放掉弱侧的底角，把内线先守住。',
    ],
  },
  esports: {
    titles: [
      (one, other) => `${other}的前六分钟，决定${one}能不能舒服`,
      (one) => `${one}会不会拿出那套训练赛里的阵容`,
      (one, other) => `${one}对${other}：视野做到哪儿，仗就打到哪儿`,
      (one, other) => `${other}想拖到后期，${one}未必肯等`,
    ],
    reasons: [
      (one, other, player) => `${one}最近让${player}先去做视野，${other}的绕后就少了一条路。`,
      (one, other) => `${one}控资源的时间点卡得准，${other}上一轮两次慢了五秒。`,
      (one, _other, player) => `${one}的团战站位很稳，${player}最后一个进场，技能总留着。`,
    ],
    answers: [
      '前期不接团，把经济拖到二十分钟再打。',
      '换一条路推进，逼对面分开走。',
      '禁用位多留一手，先断掉最熟的那套。',
    ],
  },
}
