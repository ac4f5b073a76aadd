import { createTranslator } from './catalogue.ts'

/** Messages of the binding wizard. */
export const bindingMessages = {
  'wizard.title': '实名和收款',
  'wizard.text': '按顺序填写，可以随时关闭，下次从没填完的一步继续。',
  'wizard.failed': '填写进度加载失败',
  'wizard.steps': '填写进度',
  'wizard.stepDone': '已完成',
  'wizard.finish': '完成',
  'wizard.complete': '已全部填写',
  'wizard.completeText': '真实姓名、手机号、账户名和 USDT 地址都已填写。',
  'step.userRealNameBind': '真实姓名',
  'step.userInfoBind': '手机号',
  'step.selectRealName': '账户名',
  'step.selectUSDT': 'USDT 地址',
  'name.label': '真实姓名',
  'name.hint': '与证件一致。只能填写一次，提交后不能修改',
  'name.submit': '提交姓名',
  'name.question': '真实姓名填为“{name}”？',
  'name.questionText': '提交后不能修改，收款账户的户名必须与它一致，填错请联系客服。',
  'name.confirm': '确认提交',
  'holder.label': '收款账户的户名',
  'holder.none': '没有可选的户名，请联系客服',
  'holder.service': '联系客服',
  'holder.submit': '选择这个户名',
  'usdt.chain': '网络',
  'usdt.address': '收款地址',
  'usdt.hint': '地址和网络必须一致，转错网络的资金无法找回',
  'usdt.check': '核对地址',
  'usdt.submit': '保存地址',
  'usdt.saved': 'USDT 地址已保存：{masked}',
} as const

export const bin = createTranslator('binding', bindingMessages)
