import { createTranslator } from './catalogue.ts'

/** Messages about a new build. */
export const updateMessages = {
  'update.label': '版本更新',
  'update.text': '有新版本，刷新后生效',
  'update.kept': '未发送的内容会保留',
  'update.reload': '刷新',
  'update.later': '稍后',
} as const satisfies Readonly<Record<string, string>>

export const ut = createTranslator('update', updateMessages)
