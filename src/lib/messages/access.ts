import { createTranslator } from './catalogue.ts'

/** Messages of access pages, customer service and 理性娱乐; loaded with them. */
export const accessMessages = {
  'frame.help': '联系客服',
  'frame.home': '回看台',
  'frame.fine': '满 18 岁入场 · 演示资金不可提取',

  'recover.auto': '每 30 秒自动看一次，能进了就带你回到刚才那里',
  'recover.checked': '{clock} 看过，还没开',
  'recover.unreached': '{clock} 没连上，过一会儿再看',

  'maintenance.page': '系统维护',
  'maintenance.title': '看台正在整修',
  'maintenance.text': '系统维护中，座位和金币都给你留着，好了就能接着看。',
  'maintenance.until': '预计开放（北京时间）',
  'maintenance.unknown': '时间待定',
  'maintenance.left': '还有',
  'maintenance.late': '比预计的晚了一点，正在收尾',
  'maintenance.retry': '现在看看',

  'alert.page': '暂时进不去',
  'alert.title': '这会儿进不去',
  'alert.text': '看台暂时不开放，过一会儿再来。问题一直在的话，客服可以帮你看看。',
  'alert.later': '过一会儿再来。问题一直在的话，客服可以帮你看看。',
  'alert.reason': '原因',

  'restriction.page': '不能进入',
  'restriction.title': '这里不能进入看台',
  'restriction.text': '你所在的地区或这个账号目前不能进入。如果觉得弄错了，请联系客服。',
  'restriction.reason': '原因',

  'robot.page': '人机验证',
  'robot.title': '先确认是真人在操作',
  'robot.text': '操作有点频繁，做完这一步就回到刚才那里。',
  'robot.alternative': '看不清或不方便拖动，可以换成图形验证码，也能听语音。',

  'help.page': '客服',
  'help.title': '客服',
  'help.lead': '没登录也能看，维护时也在',
  'help.hours': '服务时间 {hours}',
  'help.channels': '怎么联系',
  'help.channelsFailed': '联系方式没拿到，下面的常见问题先看看',
  'help.noChannels': '暂时没有在线的联系方式',
  'help.open': '打开',
  'help.mail': '写邮件',
  'help.call': '拨打',
  'help.copyWhat': '复制{name}',
  'help.openWhat': '{action}：{name}',
  'help.copied': '已复制',
  'help.copyFailed': '没能复制，请长按选中',
  'help.questions': '常见问题',
  'help.responsible': '理性娱乐',
  'help.responsibleText': '看台只用演示资金。限额、休息和求助的说明都在这里。',
  'help.responsibleLink': '看看理性娱乐',

  'help.q.session': '为什么会被要求重新登录？',
  'help.a.session':
    '登录每天 21:00 到期。在别的设备登录、改了密码，也会让这里的登录失效。重新登录后会回到原来的页面，写了一半的话还在。',
  'help.q.money': '金币是真钱吗？',
  'help.a.money': '不是。看台只用演示资金，不能充值，也不能提取。',
  'help.q.video': '画面卡住了怎么办？',
  'help.a.video': '点播放器右下角的设置，换一条线路或清晰度。聊天和画面是分开的，画面断了聊天不会断。',
  'help.q.mute': '为什么不能说话？',
  'help.a.mute': '可能是被房管禁言、开了慢速模式，或者会员等级不够。输入框上方会写明原因和还要等多久。',
  'help.q.verify': '为什么要做安全验证？',
  'help.a.verify': '操作太频繁或登录多次没成功时会出现。看不清图片，可以换一种验证，图形验证码也能听语音。',

  'responsible.page': '理性娱乐',
  'responsible.title': '理性娱乐',
  'responsible.lead': '看球图个乐，量力而行',
  'responsible.moneyTitle': '这里没有真钱',
  'responsible.moneyText': '看台只用演示资金和金币，不能充值，也不能提取。送出的礼物花的是金币。',
  'responsible.nowTitle': '现在就有的',
  'responsible.now.pause': '一场里送礼送得多了，会停下来问你；接着送，每多送到一定数目再问一次，先歇会儿排在前面。',
  'responsible.now.session': '登录每天 21:00 到期，到点要重新登录，正好歇一下。',
  'responsible.laterTitle': '还没有的',
  'responsible.laterAge': '看台只面向年满 18 岁的人；现在进场时还不核对年龄。',
  'responsible.laterText':
    '自己定的限额、休息期和自我排除，现在还不能在这里设置。如果看到与限额有关的提示，可以问客服是怎么回事。',
  'responsible.stopTitle': '想停一停',
  'responsible.stopText':
    '退出登录，离开一会儿，和信得过的人说说。心里过不去的时候，可以打全国统一心理援助热线 12356。',
  'responsible.help': '联系客服',
} as const satisfies Readonly<Record<string, string>>

export const at = createTranslator('access', accessMessages)
