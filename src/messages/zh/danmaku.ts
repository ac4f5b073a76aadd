import { createTranslator } from '../catalogue.ts'

/** Messages of the settings of danmaku and effects; loaded with their form. */
export const danmakuMessages = {
  opacity: '不透明度',
  opacityValue: '{percent}%',
  area: '区域',
  'choices.area.few': '少量',
  'choices.area.half': '半屏',
  'choices.area.full': '全屏',
  speed: '速度',
  'choices.speed.slow': '慢',
  'choices.speed.normal': '适中',
  'choices.speed.fast': '快',
  size: '字号',
  'choices.size.small': '小',
  'choices.size.normal': '标准',
  'choices.size.large': '大',
  density: '密度',
  'choices.density.sparse': '稀疏',
  'choices.density.normal': '适中',
  'choices.density.dense': '密集',
  shows: '显示',
  entryNotes: '进场信息',
  entryEffects: '进场特效',
  giftBanners: '礼物横幅',
  giftEffects: '全屏礼物',
  siteBanners: '全站飘屏',
} as const

export const danmakuText = createTranslator('danmaku', danmakuMessages)
