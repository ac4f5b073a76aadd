import { createTranslator } from './catalogue.ts'

/** Account notices after sign-in; loaded when there is a member. */
export const accountMessages = {
  'sleep.title': '账号已休眠',
  'sleep.text': '账号超过 {days} 天未登录，已进入休眠。输入图中的字符即可恢复使用。',
  'sleep.done': '账号已恢复，欢迎回来',
  'sleep.noPicture': '验证码图片加载失败',
  'password.title': '请更换密码',
  'password.text': '当前密码过于简单。请改用 8 到 12 位、同时包含字母和数字的密码，且不能与账号相同。',
  'password.later': '稍后再说',
  'password.change': '联系客服修改密码',
} as const

export const act = createTranslator('account', accountMessages)
