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
  'address.title': '请求未发送',
  'limit.deposit': '超过自设存款限额',
  'limit.loss': '超过自设限额',
  'limit.timeOut': '处于休息期',
  'limit.excluded': '处于自我排除期',
  'limit.session': '自设在线时长已用完',
  'limit.text': '{reason}。这是你自己设置的限制，请休息一下。',
  'limit.textExcluded': '{reason}。观看和聊天不受影响。',
  'limit.about': '了解理性娱乐',
  'network.timeout': '网络超时，请重试',
  'network.failed': '网络异常',
  'network.status': '网络异常[{status}]',
  'line.other': '已切换到备用线路，无需刷新',
  'line.first': '主线路已恢复，已切换回来',
  'storage.failed': '浏览器不允许保存登录状态，关闭页面后需要重新登录',
  'version.old': '页面与服务器版本不一致，请稍后刷新',
  'expiring.label': '登录即将到期',
  'expiring.text': '登录将于 {clock} 到期，到期后请重新登录，未发送的内容会保留',
  'expiring.left': '剩余 {left}',
} as const satisfies Readonly<Record<string, string>>

export const ot = createTranslator('outcome', outcomeMessages)
