import { createTranslator } from './catalogue.ts'

/**
 * Messages of safety verification; loaded with its dialog. Keys are `area.what`, `{name}` is a
 * placeholder for `vt()`.
 */
export const verificationMessages = {
  'window.title': '安全验证',
  'window.text': '确认一下是你本人，通过后刚才的操作会接着办完',

  'type.label': '验证方式',
  'type.anji': '拼图点字',
  'type.afs': '滑块',
  'type.imageCode': '图形验证码',
  'type.fallen': '{from}没加载出来，先用{to}',
  'type.fallenBecause': '{reason}，先用{to}',
  'type.allFailed': '验证没加载出来，填过的内容都还在',
  'type.none': '现在没有可用的验证方式，请联系客服',

  'check.loading': '正在取验证内容',
  'check.checking': '正在核对',
  'check.passed': '验证通过',
  'check.refresh': '换一张',
  'check.cancel': '不验证了',
  'check.toCode': '不方便拖动？换成图形验证码',

  'slide.drag': '按住滑块向右拖',
  'slide.hint': '拼图对准缺口再松手',
  'slide.label': '拼图的位置',
  'slide.value': '离左边 {x} 像素',
  'slide.keys': '左右方向键一次移动 1 像素，Page Up 和 Page Down 一次 10 像素，按回车确认',
  'slide.place': '就放这里',
  'slide.picture': '缺了一块的图片',

  'click.hint': '按顺序点图里的字',
  'click.order': '依次点',
  'click.picture': '散着几个字的图片。方向键移动十字，回车点一下，退格键撤回',
  'click.undo': '撤回',
  'click.count': '点了 {count} 个，共 {total} 个',

  'afs.hint': '按住滑块，拖到最右边',
  'afs.again': '这次没通过，像平常那样再拖一次',
  'afs.locked': '拖错得多了，滑块先停一停，最迟 {clock} 再开',

  'code.label': '图形验证码',
  'code.picture': '验证码图片，看不清可以换一张，或者播放语音',
  'code.hint': '输入图里的字符，不分大小写',
  'code.empty': '请输入图里的字符',
  'code.refresh': '看不清，换一张',
  'code.play': '播放语音',
  'code.playAgain': '再听一遍',
  'code.playing': '正在读数字，听到什么就输入什么',
  'code.noSound': '语音没加载出来，再点一次，或者换一张图',
  'code.submit': '确认',
  'code.wrong': '验证码不对，已经换了一张',

  'rep.wrong': '没对上，换一张再试',
  'rep.expired': '这张过了时间，换了新的',
  'rep.locked': '错得多了，拼图点字先停一停，最迟 {clock} 再开',
  'rep.limit': '换得太快了，歇一分钟再来',
  'rep.checkLimit': '试得太快了，歇一分钟再来',
  'rep.server': '验证服务没接上',

  'geetest.notLoaded': '人机验证没加载出来，检查一下网络再试',
} as const satisfies Readonly<Record<string, string>>

export type VerificationMessageKey = keyof typeof verificationMessages

export const vt = createTranslator('verification', verificationMessages)
