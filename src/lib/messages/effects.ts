import { isolated } from '../bidi.ts'
import { localized } from './catalogue.ts'

/** Messages of effects over the picture. */
export const effectsMessages = localized('effects', {
  gift: (name: string, gift: string) => `${isolated(name)} 送出${isolated(gift)}`,
  times: (count: number) => `×${count}`,
  site: (name: string, title: string, gift: string) => `${isolated(name)} 在“${isolated(title)}”送出${isolated(gift)}`,
  go: '查看',
  close: '收起这条飘屏',
} as const)
