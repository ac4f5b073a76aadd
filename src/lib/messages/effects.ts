import { localized } from './catalogue.ts'

/** Messages of effects over the picture. */
export const effectsMessages = localized('effects', {
  gift: (name: string, gift: string) => `${name} 送出${gift}`,
  times: (count: number) => `×${count}`,
  site: (name: string, title: string, gift: string) => `${name} 在“${title}”送出${gift}`,
  go: '查看',
  close: '收起这条飘屏',
} as const)
