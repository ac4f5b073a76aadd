import type { Plugin } from 'vite'

const STYLE = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g
const CODE = /<(?:script type="module"|link rel="modulepreload")(?=[ >])/g

/**
 * In built pages the styles stand before the code, and the code is fetched behind them: what the HTML draws by itself is
 * seen first.
 */
export function stylesFirst(): Plugin {
  return {
    name: 'grandstand-styles-first',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: withStylesFirst },
  }
}

/** The page with its style links before its first script or module link, and these of low priority. */
export function withStylesFirst(html: string): string {
  const styles = html.match(STYLE) ?? []
  const rest = html.replaceAll(STYLE, '').replaceAll(CODE, (begin) => `${begin} fetchpriority="low"`)
  const code = rest.search(/[ \t]*<(?:script type="module"|link rel="modulepreload")/)
  return code < 0 ? html : rest.slice(0, code) + styles.join('') + rest.slice(code)
}
