import type { Anchor, Team } from '../../matches/match.ts'
import type { ContentKind } from '#protocol/endpoints/live.ts'

/** A fictional team of the demo with its own crest. */
export interface DemoTeam extends Team {
  /** Short name used by supporters. */
  readonly short: string
  readonly players: readonly string[]
}

function team(key: string, name: string, short: string, ground: string, players: string): DemoTeam {
  return { key, name, short, crest: `/art/crest-${key}.svg`, ground, players: players.split(' ') }
}

export const TEAMS: Readonly<Record<Exclude<ContentKind, 'anchor'>, readonly DemoTeam[]>> = {
  football: [
    team('beigang', '北港联', '北港', '北港体育场', '陆一鸣 沈砚 高远 程野 顾长川 何屿 周北辰 段青'),
    team('nanyu', '南屿', '南屿', '南屿海湾球场', '林照 许望舒 温岭 纪南 罗西洲 韩渡 秦牧 白帆'),
    team('jiangcheng', '江城', '江城', '江城滨江球场', '宋江平 方淮 楚天阔 鲁直 武昌远 夏口 柳堤 石桥'),
    team('qinghe', '清河', '清河', '清河老体育场', '梁清 孟河 苏远 叶归 郑一川 丁柏 谢安石 马越'),
    team('yanmen', '雁门', '雁门', '雁门关球场', '杨朔 霍关 郭宁 折虎 尉迟安 李牧野 王戍 赵雁'),
    team('yunling', '云岭', '云岭', '云岭山地球场', '段云 木增 阿黑 和岭 杨丽川 沐风 刀林 尹山'),
  ],
  basketball: [
    team('haitang', '海棠', '海棠', '海棠体育馆', '许海 唐棠 高立 赖远 莫飞 邵东'),
    team('tielu', '铁路', '铁路', '铁路工人文化宫', '程轨 车前 汪铁 邢站 路远征 段长'),
    team('songjiang', '松江', '松江', '松江冰城馆', '关山 佟松 白桦 冷江 那海 韩冬'),
    team('meizhou', '梅州', '梅州', '梅州客都馆', '古成 张梅 李州 叶剑 曾山 廖远'),
  ],
  esports: [
    team('xinghuo', '星火', '星火', '星火电竞中心', 'Yuan 小宇 Ash 阿岚 K7'),
    team('lingjing', '灵境', '灵境', '灵境馆', 'Mori 白夜 Zero 行舟 Leaf'),
    team('qiming', '启明', '启明', '启明场馆', 'Dawn 晨曦 Nine 长庚 Rin'),
    team('chaoxi', '潮汐', '潮汐', '潮汐厅', 'Tide 望潮 Salt 阿汐 Moon'),
  ],
}

/** Leagues of the demo. The id of a league, as in its tables, is the kind of its matches. */
export const LEAGUES: Readonly<
  Record<Exclude<ContentKind, 'anchor'>, { name: string; sport: string; sportId: string; venue: string }>
> = {
  football: { name: '海岸联赛', sport: '足球', sportId: 'soccer', venue: 'YB' },
  basketball: { name: '城市篮球联赛', sport: '篮球', sportId: 'basketball', venue: 'YB' },
  esports: { name: '群星杯', sport: '电竞', sportId: 'esports', venue: 'YBDJ' },
}

/** `key` stays the same when an anchor changes the name. */
export const ANCHORS: readonly (Anchor & { readonly about: string })[] = [
  { key: 'chuchu', nick: '楚楚讲球', logo: '/art/av-1.svg', about: '前职业队助教，只讲门道' },
  { key: 'laoliang', nick: '老梁看台', logo: '/art/av-2.svg', about: '看了三十年球，嗓门不小' },
  { key: 'atuo', nick: '阿拓', logo: '/art/av-3.svg', about: '数据说话，偶尔打脸' },
  { key: 'kafei', nick: '半场咖啡', logo: '/art/av-4.svg', about: '慢慢聊，好好看' },
  { key: 'lanxia', nick: '篮下老赵', logo: '/art/av-12.svg', about: '打过校队中锋，专讲内线' },
  { key: 'sanfenyu', nick: '三分雨', logo: '/art/av-5.svg', about: '投篮训练师，看手型讲战术' },
  { key: 'xiaolu', nick: '小鹿开黑', logo: '/art/av-11.svg', about: '前职业辅助，讲团战讲视野' },
  { key: 'heye', nick: '禾野解说', logo: '/art/av-14.svg', about: '打野出身，语速快但听得懂' },
  { key: 'banshu', nick: '小黑板', logo: '/art/av-10.svg', about: '画战术板，一晚一个套路' },
  { key: 'laozhaopian', nick: '老照片馆', logo: '/art/av-16.svg', about: '收了一柜子旧球票和旧报纸' },
  { key: 'wanfeng', nick: '晚风电台', logo: '/art/av-13.svg', about: '下班路上，一起聊聊' },
]
