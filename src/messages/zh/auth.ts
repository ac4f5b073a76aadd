import { createTranslator } from '../catalogue.ts'

/** Sign-in, and what its form shares with registration and recovery. */
export const authMessages = {
  'auth.title': '登录看台',
  'auth.lead': '登录后保存关注和金币，并可发言和送礼物',
  'auth.name': '账号',
  'auth.password': '密码',
  'auth.submit': '登录',
  'auth.passwordEmpty': '请输入密码',
  'auth.nameEmpty': '请输入账号',
  'auth.look': '暂不登录，先逛逛',
  'auth.demoTitle': '演示账号',
  'auth.demoNote': '点击自动填写，密码均为 {password}',
  'auth.demo.fan001': '普通会员',
  'auth.demo.rich001': '金币很多',
  'auth.demo.admin01': '房管',
  'auth.demo.vip0009': 'VIP 9',
  'auth.slogan': '一席之地，全场之声',
  'auth.sloganText': '赛事直播、聊天和礼物，都在看台',
  'auth.fine': '未满 18 岁禁止使用 · 仅使用演示资金，不涉及真实货币',
  'auth.capsLock': '大写锁定已开启',
  'auth.verificationClosed': '安全验证未完成，请再提交一次',
  'auth.waitUntil': '请 {clock} 后再试',
  'auth.ways': '登录方式',
  'auth.byPassword': '密码登录',
  'auth.byCode': '验证码登录',
  'auth.register': '注册账号',
  'auth.forgot': '忘记密码？',
  'auth.noAccount': '还没有账号？',
  'auth.hasAccount': '已有账号？',
  'auth.remember': '记住我',
  'auth.lastTime': '上次登录：{time}，{place}',
  'auth.lastNotMe': '不是我',

  'code.label': '验证码',
  'code.sentTo': '验证码已发送至 {target}',
  'code.outbox': '演示站：查看验证码',
  'code.outboxNew': '（新窗口）',

  'phone.optional': '手机号（选填）',

  'passkey.use': '使用通行密钥',
  'passkey.failed': '没有完成验证，请再试一次',
  'passkey.notLoaded': '通行密钥加载失败，请检查网络后重试',
  'passkey.stepTitle': '还差一步',
  'passkey.stepText': '这个账号开启了二次验证。请用通行密钥确认是你本人。',
  'passkey.confirm': '用通行密钥确认',
  'passkey.other': '换个账号登录',
} as const

export const authText = createTranslator('auth', authMessages)
