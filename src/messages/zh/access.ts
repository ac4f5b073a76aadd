import { createTranslator } from '../catalogue.ts'

/** Messages of access pages, customer service and 理性娱乐; loaded with them. */
export const accessMessages = {
  'frame.help': '联系客服',
  'frame.home': '返回首页',
  'frame.fine': '未满 18 岁禁止使用 · 仅使用演示资金，不涉及真实货币',

  'recover.auto': '每 30 秒自动检查，恢复后返回原页面',
  'recover.checked': '{clock} 已检查，尚未恢复',
  'recover.unreached': '{clock} 检查失败，稍后再试',

  'maintenance.page': '系统维护',
  'maintenance.title': '系统维护中',
  'maintenance.text': '看台暂停服务，你的预约和金币不受影响，维护结束后可以继续观看。',
  'maintenance.until': '预计开放（北京时间）',
  'maintenance.unknown': '时间待定',
  'maintenance.left': '剩余',
  'maintenance.late': '比预计时间晚，即将完成',
  'maintenance.retry': '立即检查',

  'alert.page': '暂时无法访问',
  'alert.title': '暂时无法访问',
  'alert.text': '看台暂时不开放，请稍后再来。如果一直这样，请联系客服。',
  'alert.later': '请稍后再来。如果一直这样，请联系客服。',
  'alert.reason': '原因',

  'restriction.page': '无法访问',
  'restriction.title': '无法访问看台',
  'restriction.text': '你所在的地区或账号暂时无法访问。如有疑问，请联系客服。',
  'restriction.reason': '原因',

  'origin.page': '网址不可用',
  'origin.title': '这个网址暂时不能使用',
  'origin.text': '服务器不认识这个网址，拒绝了全部请求，请告诉网站管理员。',
  'origin.here': '当前网址',
  'origin.auto': '设置改好后，这里会自动恢复',
  'origin.fixTitle': '给网站管理员',
  'origin.fix':
    '让代理原样传递 Host（nginx：proxy_set_header Host $http_host;），或在 ALLOWED_ORIGINS 中写入 {origin} 并重启服务器。检查命令：',

  'robot.page': '人机验证',
  'robot.title': '请先完成人机验证',
  'robot.text': '操作过于频繁，完成验证后返回原页面。',
  'robot.alternative': '看不清或不方便拖动，可以改用图形验证码或语音。',

  'help.page': '客服',
  'help.title': '客服',
  'help.lead': '无需登录，维护期间可用',
  'help.hours': '服务时间 {hours}',
  'help.channels': '联系方式',
  'help.channelsFailed': '联系方式加载失败，请先查看常见问题',
  'help.noChannels': '暂无在线联系方式',
  'help.open': '打开',
  'help.mail': '写邮件',
  'help.call': '拨打',
  'help.openWhat': '{action}：{name}',
  'help.questions': '常见问题',
  'help.responsible': '理性娱乐',
  'help.responsibleText': '看台仅使用演示资金。这里说明限额、休息和求助方式。',
  'help.responsibleLink': '了解理性娱乐',

  'help.q.session': '为什么会被要求重新登录？',
  'help.a.session':
    '登录每天 21:00 到期。在其他设备登录或修改密码，也会使这里的登录失效。重新登录后返回原页面，未发送的内容会保留。',
  'help.q.money': '金币是真实货币吗？',
  'help.a.money': '不是。看台仅使用演示资金，不涉及真实货币。',
  'help.q.video': '画面卡住了怎么办？',
  'help.a.video': '点播放器右下角的设置，切换线路或清晰度。聊天与画面分开传输，画面中断不影响聊天。',
  'help.q.mute': '为什么不能发言？',
  'help.a.mute': '可能被房管禁言、房间开启了慢速模式，或会员等级不足。输入框上方会显示原因和剩余时间。',
  'help.q.verify': '为什么要做安全验证？',
  'help.a.verify': '操作过于频繁或多次登录失败时需要验证。看不清图片时可以更换验证方式，图形验证码支持语音。',
} as const

export const accessText = createTranslator('access', accessMessages)
