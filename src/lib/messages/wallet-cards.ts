import { createTranslator } from './catalogue.ts'

/** Messages of the payout accounts and of the withdrawal password in the wallet. */
export const walletCardMessages = {
  'page.title': '银行卡和 USDT 地址',
  'page.lead': '人民币提款到银行卡，泰达币提款到 USDT 地址',
  'page.prepare': '准备工作',

  'need.pin': '添加、更换默认和删除都要用提款密码确认，请先设置。',
  'need.pinLink': '设置提款密码',
  'need.name': '银行卡须是本人的，请先填写真实姓名。',
  'need.nameOpen': '填写真实姓名',

  'list.cards': '银行卡',
  'list.addresses': 'USDT 地址',
  'list.count': '{count} / {max}',
  'list.failed': '收款账户加载失败',
  'list.cardsEmpty': '还没有银行卡',
  'list.addressesEmpty': '还没有 USDT 地址',
  'list.emptyText': '添加后就可以提款到这里',
  'list.limit': '{reason}，最多 {max} 个。删除一个后可以再添加。',
  'list.default': '默认',
  'list.ending': '尾号 {last4}',
  'list.prefer': '设为默认',
  'list.preferOf': '把{name}设为默认',
  'list.remove': '删除',
  'list.removeOf': '删除{name}',
  'list.closed': '本站没有开放 USDT 提款，已有的地址可以删除。',

  'change.preferTitle': '把{name}设为默认？',
  'change.preferText': '提款时会先选中它。',
  'change.preferred': '已设为默认',
  'change.removeTitle': '删除{name}？',
  'change.removeText': '删除后不能再提款到这里，已经提交的提款不受影响。',
  'change.removed': '已删除',

  'card.title': '添加银行卡',
  'card.bank': '银行',
  'card.bankChoose': '请选择银行',
  'card.bankFailed': '银行列表加载失败',
  'card.branch': '开户支行（可不填）',
  'card.branchHint': '例如：上海徐家汇支行',
  'card.number': '卡号',
  'card.numberHint': '12 到 19 位数字，空格会自动加上',
  'card.holder': '持卡人',
  'card.holderHint': '须与绑定的真实姓名 {name} 一致',
  'card.submit': '添加银行卡',
  'card.added': '银行卡已添加',

  'address.title': '添加 USDT 地址',
  'address.chain': '链',
  'address.label': '地址',
  'address.hint': '只支持所选的链，请从钱包里复制',
  'address.check': '逐段核对',
  'address.alias': '备注（可不填）',
  'address.aliasHint': '最多 16 个字，方便自己辨认',
  'address.aliasProblem': '备注最多 16 个字',
  'address.submit': '添加 USDT 地址',
  'address.added': 'USDT 地址已添加',

  'add.unknown': '没有收到结果，列表已经重新读取。如果已经出现就不用再添加；再提交一次也不会多出一个。',

  'pin.label': '提款密码',
  'pin.empty': '请输入 6 位提款密码',
  'pin.forgot': '忘记提款密码',
  'pin.until': '{message}（{clock} 后可以再试）',
} as const

export const wc = createTranslator('wallet-cards', walletCardMessages)
