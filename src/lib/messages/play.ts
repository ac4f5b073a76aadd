import { localized } from './catalogue.ts'

/** Messages of play.html. */
export const playMessages = localized('play', {
  title: '看台播放',
  source: '线路一',
  home: '看台，去看直播',
  badLink: '这个播放链接打不开',
  badLinkText: '可能抄漏了，也可能不是看台的画面。回直播间重新打开一次就好',
  toLive: '去看直播',
} as const)
