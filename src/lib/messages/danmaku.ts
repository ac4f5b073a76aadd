import { localized } from './catalogue.ts'

/** Messages of danmaku settings and other overlays of a room. */
export const danmakuMessages = localized('danmaku', {
  on: '弹幕',
  settings: '弹幕与特效设置',
  opacity: '不透明度',
  opacityValue: (percent: number) => `${percent}%`,
  area: '区域',
  areaChoices: { few: '少量', half: '半屏', full: '全屏' },
  speed: '速度',
  speedChoices: { slow: '慢', normal: '适中', fast: '快' },
  size: '字号',
  sizeChoices: { small: '小', normal: '标准', large: '大' },
  density: '密度',
  densityChoices: { sparse: '稀疏', normal: '适中', dense: '密集' },
  shows: '显示',
  entryNotes: '进场信息',
  entryEffects: '进场特效',
  giftBanners: '礼物横幅',
  giftEffects: '全屏礼物',
  siteBanners: '全站飘屏',
} as const)
