import { createTranslator } from './catalogue.ts'

/** Messages about call outcomes and the connection on any screen. */
export const outcomeMessages = {
  'session.title': '请重新登录',
  'session.toLogin': '去登录',
  'session.needLogin': '该操作需要登录，请先登录',
  'blockade.title': '暂时不能登录',
  'blockade.help': '联系客服',
  'tip.title': '温馨提示',
  'tip.done': '知道了',
  'address.title': '这一步没有发出去',
  'limit.deposit': '到了自己定的存款限额',
  'limit.loss': '到了自己定的亏损限额',
  'limit.timeOut': '正在休息期',
  'limit.excluded': '正在自我排除期',
  'limit.session': '到了自己定的在线时长',
  'limit.text': '{reason}。这是你给自己留的余地，先歇会儿，比赛还在。',
  'limit.textExcluded': '{reason}。看球和聊天不受影响。',
  'limit.about': '看看理性娱乐',
  'network.timeout': '网络超时，请重试',
  'network.failed': '网络异常',
  'network.status': '网络异常[{status}]',
  'line.other': '已换到备用线路，不用刷新',
  'line.first': '主线路恢复了，已经换回来',
  'storage.failed': '浏览器不允许保存登录状态，关闭页面后需要重新登录',
  'version.old': '页面和服务器的版本对不上，请稍后刷新',
  'expiring.label': '登录快到期了',
  'expiring.text': '登录将于 {clock} 到期，到时重新登录就好，写了一半的会留着',
  'expiring.left': '还有 {left}',
} as const satisfies Readonly<Record<string, string>>

export const ot = createTranslator('outcome', outcomeMessages)
