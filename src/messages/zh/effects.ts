import { createTranslator } from '../catalogue.ts'

/** Messages of effects over the picture; loaded with them. */
export const effectsMessages = {
  gift: '{name} 送出{gift}',
  times: '×{count}',
  site: '{name} 在“{title}”送出{gift}',
  go: '查看',
  close: '收起这条飘屏',
} as const

export const effectsText = createTranslator('effects', effectsMessages)
