import { ROOM_TERMS_MAX } from '#protocol/constants.ts'

/** Chinese messages of rooms in addition to the texts of response codes. */
export const ROOM_MESSAGES = {
  muteAll: '全员禁言中',
  muted: (reason: string) => `你已被禁言：${reason}`,
  slowMode: (seconds: number) => `慢速模式：每人每 ${seconds} 秒一条`,
  crowded: '发言人数过多，请稍候',
  replyGone: '要回复的消息已删除',
  welcome: '进入直播间',
  ticketRefused: '入场凭证无效，请重新进入',
  notInRoom: '你不在这个聊天室',
  tooManyRooms: '同时进入的聊天室太多',
  cannotMuteAdmin: '不能禁言房管',
  notMuted: '该会员未被禁言',
  noSuchSticker: '贴图不存在',
  ownReport: '不能举报自己的消息',
  reportGone: '消息已删除',
  tooManyReports: '举报过于频繁，请稍后再试',
  tooManyTerms: `屏蔽词最多 ${ROOM_TERMS_MAX} 个`,
  slowModeTooLong: '慢速模式最长 3600 秒',
} as const
