import { createTranslator } from '#messages/catalogue.ts'

/** Messages of 错误码演练, a demo page for testers. */
export const rehearsalMessages = {
  title: '错误码演练',
  lead: '每一行让服务器对下一个请求回这个代码，再发出这个请求，看页面怎么应对。只在演示模式里有。',
  parts: '看部件',
  play: '演练',
  playRow: '演练 {code} {name}',
  burst: '同时发 100 个请求，个个登录失效',
  burstPlay: '一起发',
  result: '上一次的结果',
  none: '还没有演练',
  success: '成功',
  trace: '追踪号 {traceId}',
  tally: '{code} × {count}',
  refused: '没能让服务器这样回：{message}',
  'does.nothing': '只告诉发请求的地方',
  'does.clear-session': '清除登录',
  'does.begin-robot-check': '开始人机验证',
  'does.refresh-balance': '刷新余额',
  'does.reality-check': '显示时长提醒',
  'does.alert': '弹窗“{title}”',
  'does.go': '去 {to}',
  'does.toast': '提示“{text}”',
  'does.safe': '0.5 秒后打开安全验证，通过后重发',
  'does.reload': '刷新一次页面',
  'does.heal': '自动恢复后重发',
  'variant.perInfo': '站点信息',
  'variant.open': '不在维护',
  'variant.maintained': '维护中',
  'variant.isGo': '放行',
} as const satisfies Readonly<Record<string, string>>

export const rehearse = createTranslator('rehearsal', rehearsalMessages)
