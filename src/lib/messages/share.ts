import { createTranslator } from './catalogue.ts'

/** Messages of invitations; loaded with them. */
export const shareMessages = {
  'share.link': '邀请链接',
  'share.copy': '复制',
  'share.copied': '复制好了，发给一起看球的人',
  'share.notCopied': '没能复制，长按链接自己选一下',
  'share.save': '保存图片',
  'share.send': '发给朋友',
  'share.poster': '邀请海报',
  'share.scan': '扫码进场',
  'share.scanNote': '不用注册就能看',
  'share.qr': '二维码，通向 {link}',
  'share.roomName': '看台-邀请-{title}',

  'invite.page': '邀请好友',
  'invite.title': '喊人来坐',
  'invite.lead': '把链接或海报发给朋友，扫一下就到看台。你们坐得近，聊得才热闹。',
  'invite.headline': '给你留了个座',
  'invite.from': '{name} 喊你来看台一起看球',
  'invite.code': '邀请码',
  'invite.codeNote': '注册时填它，一样算你邀请的',
  'invite.copyCode': '复制邀请码',
  'invite.codeCopied': '邀请码复制好了',
  'invite.name': '看台-邀请海报',
  'invite.how': '怎么算',
  'invite.how1': '朋友从你的链接进来，邀请关系在他的浏览器里记 30 天；换了设备就填邀请码。',
  'invite.how2': '邀请没有奖金，这里也没有可以提现的东西：这是演示站，金币只是看球的点缀。',
  'invite.how3': '阶梯（1、3、5、10、20、50 位）等注册开放以后再计数，到时候这里会写清楚每一档有什么。',
  'invite.ladder': '邀请阶梯',
  'invite.rung': '{count} 位',
  'invite.rungWait': '注册开放后开始计数',
  'invite.failed': '邀请链接没拿到',
  'invite.off': '这个站点没有开邀请',
  'invite.offText': '比赛照看，朋友照样可以叫',
} as const

export const sht = createTranslator('share', shareMessages)
