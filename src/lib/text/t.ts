import { textIn } from './catalogue.ts'
import type { TextKey } from './zh-CN.ts'
import { zhCN } from './zh-CN.ts'

/** The names between braces in a text: `'{count} 条'` → `'count'`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

type Values<Key extends TextKey> = [NamesIn<(typeof zhCN)[Key]>] extends [never]
  ? []
  : [values: Record<NamesIn<(typeof zhCN)[Key]>, string | number>]

/**
 * The text of a key with its values put in. The compiler asks for exactly the values that the Chinese text names:
 * `t('notice.openCount', { count: 3 })` → `消息，3 条没看`.
 */
export function t<Key extends TextKey>(key: Key, ...values: Values<Key>): string {
  return textIn('zh-CN', zhCN, key, values[0])
}
