import { createTranslator } from '../catalogue.ts'

/** Account notices after sign-in; loaded when there is a member. */
export const accountMessages = {
  'sleep.title': '账号已休眠',
  'sleep.text': '账号超过 {days} 天未登录，已进入休眠。输入图中的字符即可恢复使用。',
  'sleep.textPhone': '账号超过 {days} 天未登录，已进入休眠。输入绑定手机收到的验证码即可恢复使用。',
  'sleep.textPin': '账号超过 {days} 天未登录，已进入休眠。输入提款密码即可恢复使用。',
  'sleep.pin': '提款密码',
  'sleep.pinEmpty': '请输入 6 位数字',
  'sleep.submit': '恢复账号',
  'sleep.done': '账号已恢复，欢迎回来',
  'sleep.noPicture': '验证码图片加载失败',
  'password.title': '请更换密码',
  'password.text': '当前密码过于简单。请改用 8 到 12 位、同时包含字母和数字的密码，且不能与账号相同。',
  'password.later': '稍后再说',
  'password.change': '去修改密码',
  'notice.title': '账号安全提醒',
  'notice.passwordChanged': '你的登录密码已于 {time} 修改。',
  'notice.passwordReset': '你的登录密码已于 {time} 通过找回重设。',
  'notice.phoneBound': '你绑定的手机号已于 {time} 更改。',
  'notice.emailBound': '你绑定的邮箱已于 {time} 更改。',
  'notice.withdrawPasswordSet': '你的提款密码已于 {time} 更改。',
  'notice.passkeyAdded': '你的账号于 {time} 添加了通行密钥。',
  'notice.passkeyRemoved': '你的账号于 {time} 移除了通行密钥。',
  'notice.passkeyRequired': '你的账号于 {time} 开启了登录双重验证。',
  'notice.passkeyOptional': '你的账号于 {time} 关闭了登录双重验证。',
  'notice.other': '你的账号于 {time} 有一次安全变动。',
  'notice.from': '操作来自 {address}。不是你？请立即修改密码并退出其他设备。',
  'notice.mine': '是我操作的',
  'notice.notMine': '不是我，去修改密码',
  'idle.title': '还在看吗？',
  'idle.text': '{minutes} 分钟没有操作了，{left} 后会自动退出登录。按任意键或点一下屏幕继续。',
  'idle.stay': '继续使用',
  'idle.ended': '{minutes} 分钟没有操作，已自动退出登录',
} as const

export const accountText = createTranslator('account', accountMessages)
