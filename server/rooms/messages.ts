import { ROOM_TERMS_MAX } from '#protocol/constants.ts'

/** Chinese messages of rooms in addition to the texts of response codes. */
export const ROOM_MESSAGES = {
  muteAll: '全员禁言中',
  muted: (reason: string) => `你已被禁言：${reason}`,
  slowMode: (seconds: number) => `慢速模式：每人每 ${seconds} 秒一句`,
  crowded: '说话的人太多，稍等一下',
  replyGone: '要回复的消息已经不在了',
  welcome: '进入直播间',
  ticketRefused: '入场凭证无效，请重新进入',
  notInRoom: '你不在这个聊天室',
  tooManyRooms: '同时进入的聊天室太多',
  cannotMuteAdmin: '不能禁言房管',
  notMuted: '该会员没有被禁言',
  noSuchSticker: '没有这张贴图',
  ownReport: '不用举报自己的消息',
  reportGone: '这条消息已经不在了',
  tooManyReports: '举报太频繁了，歇一下再来',
  tooManyTerms: `屏蔽词最多 ${ROOM_TERMS_MAX} 个`,
  slowModeTooLong: '慢速模式最长 3600 秒',
} as const
