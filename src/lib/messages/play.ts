import { localized } from './catalogue.ts'

/** Messages of play.html. */
export const playMessages = localized('play', {
  title: '看台播放',
  source: '线路一',
  home: '看台，查看直播',
  badLink: '播放链接无效',
  badLinkText: '链接可能不完整或不属于看台，请从直播间重新打开',
  toLive: '查看直播',
} as const)
