import { describe, expect, it } from 'vitest'
import { withStylesFirst } from '../../scripts/vite/styles-first.ts'

const BUILT = `<head>
    <title>看台</title>
    <script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base.js">
    <link rel="stylesheet" crossorigin href="/assets/base.css">
    <link rel="stylesheet" crossorigin href="/assets/index.css">
  </head>`

describe('the order of resources in the HTML', () => {
  it('has styles before scripts, in their order, and scripts with low priority', () => {
    const html = withStylesFirst(BUILT)
    const order = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
    expect(order).toEqual(['/assets/base.css', '/assets/index.css', '/assets/index.js', '/assets/base.js'])
    expect(html).toContain('<script type="module" fetchpriority="low" crossorigin src="/assets/index.js"></script>')
    expect(html).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/base.js">')
    expect(html.match(/fetchpriority/g)).toHaveLength(2)
  })

  it('is unchanged without scripts', () => {
    const plain = '<head><link rel="stylesheet" href="/a.css"></head>'
    expect(withStylesFirst(plain)).toBe(plain)
  })
})
