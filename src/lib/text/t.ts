import { textIn } from './catalogue.ts'
import type { TextKey } from './zh-CN.ts'
import { zhCN } from './zh-CN.ts'

/** Placeholder names in a message: `'{count} 条'` → `'count'`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

type Values<Key extends TextKey> = [NamesIn<(typeof zhCN)[Key]>] extends [never]
  ? []
  : [values: Record<NamesIn<(typeof zhCN)[Key]>, string | number>]

/**
 * Returns the message of a key with its values. The compiler requires exactly the values that the Chinese message
 * names: `t('notice.openCount', { count: 3 })` → `消息，3 条没看`.
 */
export function t<Key extends TextKey>(key: Key, ...values: Values<Key>): string {
  return textIn('zh-CN', zhCN, key, values[0])
}
