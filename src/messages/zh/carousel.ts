import { createTranslator } from '../catalogue.ts'

/** Messages of carousels; not part of the first load. */
export const carouselMessages = {
  role: '轮播',
  position: '第 {index} 张，共 {count} 张：{label}',
  go: '第 {index} 张：{label}',
  previous: '上一张',
  next: '下一张',
  pause: '暂停轮播',
  play: '继续轮播',
} as const

export const carouselText = createTranslator('carousel', carouselMessages)
