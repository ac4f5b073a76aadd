import type { Plugin } from 'vite'

const STYLE = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g
const CODE = /<(?:script type="module"|link rel="modulepreload")(?=[ >])/g

/**
 * Moves styles before scripts and lowers the priority of scripts, so that the static first screen is rendered first.
 */
export function stylesFirst(): Plugin {
  return {
    name: 'grandstand-styles-first',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: withStylesFirst },
  }
}

/** Moves style links before the first script or module link, and sets low priority on the latter. */
export function withStylesFirst(html: string): string {
  const styles = html.match(STYLE) ?? []
  const rest = html.replaceAll(STYLE, '').replaceAll(CODE, (begin) => `${begin} fetchpriority="low"`)
  const code = rest.search(/[ \t]*<(?:script type="module"|link rel="modulepreload")/)
  return code < 0 ? html : rest.slice(0, code) + styles.join('') + rest.slice(code)
}
