import { createTranslator } from '../../catalogue.ts'

/** Messages of the screen of feedback in the operator console. */
export const consoleFeedbackMessages = {
  title: '会员反馈',
  lead: '待回复的按等待时间排列，最久的在前。回复会以私信通知会员。',
  status: '状态',
  type: '类型',
  'type.all': '全部',
  empty: '没有符合条件的反馈',
  member: '会员',
  created: '提交时间',
  updated: '最近更新',
  thread: '沟通记录',
  picture: '图片 {number}',
  pictureTitle: '反馈图片',
  pictureFailed: '图片加载失败',
  answer: '回复',
  answerLead: '会员会看到回复内容，看不到您的名字。',
  answerText: '回复内容',
  answerHint: '最多 {max} 字',
  answerClose: '回复后关闭这条反馈',
  close: '关闭',
  closeLead: '不回复，直接关闭。会员不能再补充。',
} as const

export const consoleFeedbackText = createTranslator('consoleFeedback', consoleFeedbackMessages)
