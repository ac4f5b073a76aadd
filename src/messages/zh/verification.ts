import { createTranslator } from '../catalogue.ts'

/**
 * Messages of safety verification; loaded with its dialog. Keys are `area.what`, `{name}` is a
 * placeholder for `verificationText()`.
 */
export const verificationMessages = {
  'window.title': '安全验证',
  'window.text': '请完成验证，通过后自动继续刚才的操作',

  'type.label': '验证方式',
  'type.anji': '拼图验证',
  'type.afs': '滑块',
  'type.imageCode': '图形验证码',
  'type.fallen': '{from}加载失败，已改用{to}',
  'type.fallenBecause': '{reason}，已改用{to}',
  'type.allFailed': '验证加载失败，已填写的内容会保留',
  'type.none': '暂无可用的验证方式，请联系客服',

  'check.loading': '正在加载',
  'check.checking': '正在验证',
  'check.passed': '验证通过',
  'check.refresh': '换一张',
  'check.cancel': '取消',
  'check.toCode': '不方便拖动？改用图形验证码',

  'slide.drag': '按住滑块向右拖',
  'slide.hint': '拼图对准缺口再松手',
  'slide.label': '拼图的位置',
  'slide.value': '离左边 {x} 像素',
  'slide.keys': '左右方向键一次移动 1 像素，Page Up 和 Page Down 一次 10 像素，按回车确认',
  'slide.place': '确认位置',
  'slide.picture': '缺了一块的图片',

  'click.hint': '按顺序点图里的字',
  'click.order': '依次点',
  'click.picture': '包含多个汉字的图片。方向键移动准星，回车选中，退格键撤回',
  'click.undo': '撤回',
  'click.count': '已点 {count} 个，共 {total} 个',

  'afs.hint': '按住滑块，拖到最右边',
  'afs.again': '验证未通过，请重新拖动',
  'afs.locked': '错误次数过多，请 {clock} 后再试',

  'code.label': '图形验证码',
  'code.picture': '验证码图片，看不清可以换一张，或者播放语音',
  'code.hint': '输入图中的字符，不区分大小写',
  'code.empty': '请输入图中的字符',
  'code.refresh': '看不清，换一张',
  'code.play': '播放语音',
  'code.playAgain': '重新播放',
  'code.playing': '正在播放，请输入听到的数字',
  'code.noSound': '语音加载失败，请重试或换一张图',
  'code.submit': '确认',
  'code.wrong': '验证码错误，已换新图',

  'rep.wrong': '验证失败，已换新图',
  'rep.expired': '已过期，已换新图',
  'rep.locked': '错误次数过多，请 {clock} 后再试',
  'rep.limit': '刷新过于频繁，请一分钟后再试',
  'rep.checkLimit': '尝试过于频繁，请一分钟后再试',
  'rep.server': '验证服务连接失败',

  'geetest.notLoaded': '人机验证加载失败，请检查网络后重试',
} as const

export type VerificationMessageKey = keyof typeof verificationMessages

export const verificationText = createTranslator('verification', verificationMessages)
