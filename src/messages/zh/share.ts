import { createTranslator } from '../catalogue.ts'

/** Messages of invitations; loaded with them. */
export const shareMessages = {
  'share.link': '邀请链接',
  'share.copy': '复制',
  'share.save': '保存图片',
  'share.send': '发给朋友',
  'share.poster': '邀请海报',
  'share.preview': '海报预览',
  'share.scan': '扫码观看',
  'share.scanNote': '无需注册',
  'share.qr': '二维码，通向 {link}',
  'share.roomName': '看台-邀请-{title}',

  'invite.page': '邀请好友',
  'invite.title': '邀请好友',
  'invite.lead': '把链接或海报发给好友，扫码即可一起观看。',
  'invite.headline': '邀请你一起看球',
  'invite.from': '{name} 邀请你来看台一起看球',
  'invite.code': '邀请码',
  'invite.codeNote': '好友注册时填写，同样计入邀请',
  'invite.name': '看台-邀请海报',
  'invite.how': '规则',
  'invite.how1': '好友通过你的链接进入，邀请关系在其浏览器中保留 30 天；更换设备后请填写邀请码。',
  'invite.how2': '邀请没有奖金。本站仅使用演示资金，不涉及真实货币。',
  'invite.how3': '好友通过投注结算达到 VIP 1 后计为合格好友，并点亮对应阶梯。',
  'invite.ladder': '邀请阶梯',
  'invite.rung': '{count} 位',
  'invite.counts': '已邀请 {invited} 位，合格 {qualified} 位',
  'invite.rungReached': '已达成：',
  'invite.ladderFailed': '邀请人数加载失败',
  'invite.failed': '邀请链接加载失败',
  'invite.off': '本站暂未开放邀请',
  'invite.offText': '直播和聊天不受影响',
} as const

export const shareText = createTranslator('share', shareMessages)
