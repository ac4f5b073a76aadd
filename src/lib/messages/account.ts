import { createTranslator } from './catalogue.ts'

/** Account notices after sign-in; loaded when there is a member. */
export const accountMessages = {
  'sleep.title': '账号休眠了',
  'sleep.text': '这个账号有 {days} 天以上没登录，已经休眠。认一下图里的字，就能接着用。',
  'sleep.done': '醒了，欢迎回来',
  'sleep.noPicture': '验证码图片没加载出来',
  'password.title': '换个牢靠点的密码',
  'password.text': '你现在的密码容易被人猜到。换成 8 到 12 位、字母和数字都有的，别和账号一样。',
  'password.later': '以后再说',
  'password.change': '找客服改密码',
} as const

export const act = createTranslator('account', accountMessages)
