import { PAGE_METADATA, servePages, writePageFiles } from '../../support/page-files.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEPLOYMENTS, deploymentOf, SKIN_LAYOUT, siteSeries } from '#protocol/sites.ts'
import { readConfig } from '#server/config/config.ts'
import { siteOfPage, type PageMetadata } from '#server/site/pages/html.ts'
import { readSite } from '#state/site/site.ts'

const { siteHosts } = readConfig({
  MODE: 'demo',
  SITE_HOSTS: 'fresh.example.com=5001, USDT.example.com:8443=5015',
})
const METADATA: PageMetadata = { ...PAGE_METADATA, siteHosts }
const ALL_IDS = DEPLOYMENTS.flatMap(({ siteIds }) => siteIds)
const UNKNOWN = [
  '5000',
  '5029',
  'abc',
  '__proto__',
  'constructor',
  '',
  '5015 ',
  '5015,5016',
  '0x1397',
  '５０１５',
  '-5015',
  '5015"><script>',
]

describe('S1.3 S9.18 Annex B: the sites', () => {
  let folder: string
  let demo: FastifyInstance
  let production: FastifyInstance

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'grandstand-sites-'))
    writePageFiles(folder)
    demo = await servePages(folder, METADATA)
    production = await servePages(folder, { ...METADATA, hasDemoTools: false, allowsSiteChoice: false })
  })
  afterAll(async () => {
    await demo.close()
    await production.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The attributes of the page's root element. */
  async function datasetOf(app: FastifyInstance, url: string, headers: Record<string, string> = {}) {
    const { statusCode, body } = await app.inject({ url, headers: { host: 'live.example.com', ...headers } })
    const [root = ''] = /<html[^>]*>/.exec(body) ?? []
    const dataset = Object.fromEntries(
      [...root.matchAll(/ data-(\w+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]),
    )
    return { statusCode, dataset }
  }

  it('are 14 deployments with a web id and a mobile id, seven skins and two currencies', () => {
    expect(ALL_IDS).toEqual(Array.from({ length: 28 }, (_, index) => 5001 + index))
    const variants = DEPLOYMENTS.map(({ skin, settleCurrency }) => `${skin} ${settleCurrency}`)
    expect(new Set(variants).size).toBe(14)
  })

  it.each(ALL_IDS)('S1.4 S3.25 site %i: HTML and page agree on skin, layout and currency', async (siteId) => {
    const { skin, settleCurrency } = deploymentOf(siteId)
    for (const page of ['/app/live', '/login', '/play.html']) {
      // oxlint-disable-next-line no-await-in-loop -- three
      const { statusCode, dataset } = await datasetOf(demo, `${page}?siteId=${siteId}`)
      expect(statusCode).toBe(200)
      expect(dataset).toEqual({
        site: String(siteId),
        skin,
        layout: SKIN_LAYOUT[skin],
        currency: settleCurrency,
        name: '看台',
        demo: 'true',
      })
      expect(readSite(dataset)).toMatchObject({ siteId, skin, currency: settleCurrency, isDemo: true })
    }
  })

  it.each(UNKNOWN)('S9.18 ?siteId=%j is ignored', async (text) => {
    const { statusCode, dataset } = await datasetOf(demo, `/app/home?siteId=${encodeURIComponent(text)}`)
    expect([statusCode, dataset['site'], dataset['skin'], dataset['currency']]).toEqual([200, '5009', 'glow', 'CNY'])
  })

  it('S1.3 a duplicate, nested or empty parameter is ignored', async () => {
    for (const query of ['siteId=5015&siteId=5001', 'siteId[]=5015', 'siteId', 'SITEID=5015']) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      expect((await datasetOf(demo, `/app/home?${query}`)).dataset['site']).toBe('5009')
    }
  })

  it('S1.3 production ignores the parameter', async () => {
    expect((await datasetOf(production, '/app/home?siteId=5015')).dataset).toMatchObject({ site: '5009', skin: 'glow' })
  })

  it('S1.3 S1.4 a host selects its site, with any port unless one is configured', async () => {
    const of = async (app: FastifyInstance, host: string) =>
      (await datasetOf(app, '/app/home', { host })).dataset['site']
    for (const app of [demo, production]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      expect(
        await Promise.all(
          ['fresh.example.com', 'FRESH.example.com:9000', 'usdt.example.com:8443'].map((host) => of(app, host)),
        ),
      ).toEqual(['5001', '5001', '5015'])
      // oxlint-disable-next-line no-await-in-loop -- two
      expect(
        await Promise.all(['usdt.example.com', 'evil.example', '__proto__', ''].map((host) => of(app, host))),
      ).toEqual(['5009', '5009', '5009', '5009'])
    }
    expect((await datasetOf(demo, '/app/home?siteId=5028', { host: 'fresh.example.com' })).dataset['site']).toBe('5028')
  })

  it('S1.3 behind a trusted proxy the forwarded host is used', async () => {
    const { dataset } = await datasetOf(production, '/login', { 'x-forwarded-host': 'fresh.example.com' })
    expect(dataset).toMatchObject({ site: '5001', skin: 'fresh' })
  })
})

describe('S1.3 any URL and host', () => {
  it('select a known site', () => {
    fc.assert(
      fc.property(fc.string(), fc.anything(), fc.boolean(), (host, siteId, allowsSiteChoice) => {
        const site = siteOfPage({ ...METADATA, allowsSiteChoice }, host, { siteId })
        expect(ALL_IDS).toContain(site)
      }),
    )
  })
})

describe('S9.17 the series of a site', () => {
  it('is itself up to 5005, and 5000 above', () => {
    expect([5001, 5004, 5005, 5006, 5028].map(siteSeries)).toEqual([5001, 5004, 5005, 5000, 5000])
  })
})

describe('S9.18 S1.4 an id outside the table', () => {
  it.each([5000, 5029, 0, -1, NaN, 2 ** 53])('%d is deployment 0, fresh, CNY', (siteId) => {
    expect(deploymentOf(siteId)).toMatchObject({ deployId: 0, skin: 'fresh', settleCurrency: 'CNY' })
  })
})
