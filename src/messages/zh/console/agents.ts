import { createTranslator } from '../../catalogue.ts'

/** Messages of the screen of agents in the operator console. */
export const consoleAgentsMessages = {
  title: '代理',
  show: '显示',
  open: '待审核',
  handled: '已处理',
  emptyOpen: '没有待审核的申请',
  emptyHandled: '还没有处理过的申请',
  member: '会员',
  contact: '联系方式',
  channel: '推广渠道',
  created: '申请时间',
  decided: '处理时间',
  operator: '处理人',
  reason: '原因',
  lead: '会员会看到原因。',
  approve: '通过',
  refuse: '拒绝',
  freeze: '冻结',
  restore: '恢复',
} as const

export const consoleAgentsText = createTranslator('consoleAgents', consoleAgentsMessages)
