import { once } from 'node:events'
import { createServer, request as requestOf, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { test } from './support/shared-server.ts'

/** A proxy that is set up wrongly, in front of the server at `port`. */
interface WrongProxy {
  readonly origin: string
  /** False sends the host of the server instead of the requested one, as nginx does without `proxy_set_header Host`. */
  keepsHost: boolean
  /** Served below this path, which is cut off. What is outside belongs to `others`. */
  prefix: string
  others: 'nothing' | 'another site'
  close(): void
}

async function startProxy(port: number): Promise<WrongProxy> {
  const settings = { keepsHost: true, prefix: '', others: 'nothing' as WrongProxy['others'] }
  const headersOf = (headers: IncomingHttpHeaders) =>
    settings.keepsHost ? headers : { ...headers, host: `127.0.0.1:${port}` }
  const server: Server = createServer((request, response) => {
    const { url = '', method, headers } = request
    if (!url.startsWith(settings.prefix)) {
      if (settings.others === 'nothing') return response.writeHead(404).end()
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>another site</h1>')
    }
    const path = `/${url.slice(settings.prefix.length).replace(/^\//, '')}`
    const sent = requestOf({ port, host: '127.0.0.1', path, method, headers: headersOf(headers) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    sent.on('error', () => response.destroy())
    return request.pipe(sent)
  })
  server.on('upgrade', (request, client, head) => {
    const sent = requestOf({ port, host: '127.0.0.1', path: request.url, headers: headersOf(request.headers) })
    sent.on('upgrade', (answer, upstream, rest) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
      client.write(rest)
      upstream.write(head)
      upstream.pipe(client).pipe(upstream)
      for (const end of [client, upstream]) end.on('error', () => end.destroy())
    })
    sent.on('response', () => client.destroy())
    sent.on('error', () => client.destroy())
    sent.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(settings, {
    origin,
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
}

let proxy: WrongProxy
test.beforeEach(async ({ server }) => {
  proxy = await startProxy(server.port)
})
test.afterEach(() => proxy.close())

test('a wrong Host is shown on the page and logged, and the page continues when it is corrected @both', async ({
  page,
  server,
}) => {
  proxy.keepsHost = false
  await page.goto(`${proxy.origin}/app/live`)
  await expect(page.getByRole('heading', { name: '这个网址暂时不能使用' })).toBeVisible()
  await expect(page.getByText(`当前网址${proxy.origin}`)).toBeVisible()
  await expect(page.getByText(`npm run doctor -- --origin ${proxy.origin}`)).toBeVisible()
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(`"origin":"${proxy.origin}"`))
  expect(lines()).toHaveLength(1)
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
    requestedHost: `127.0.0.1:${server.port}`,
    msg: expect.stringContaining('let the proxy pass Host unchanged'),
  })
  proxy.keepsHost = true
  await expect(page.getByRole('link', { name: /^进入/ }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '这个网址暂时不能使用' })).toHaveCount(0)
  expect(lines()).toHaveLength(1)
})

for (const others of ['nothing', 'another site'] as const) {
  test(`below a path prefix every page explains that it does not work, beside ${others} @both${others === 'nothing' ? '' : ' @full'}`, async ({
    page,
  }) => {
    Object.assign(proxy, { prefix: '/live', others })
    for (const path of ['/live/', '/live/app/wallet', '/live/play.html', '/live/console', '/live/gallery']) {
      await page.goto(proxy.origin + path)
      await expect(page.getByText('看台不能放在子路径下')).toBeVisible()
      expect(await visibleText(page)).toMatch(/^\s*页面没有加载完\s[^]*看台不能放在子路径下。\s*$/)
    }
  })
}

test('a page at the root of its host never shows that text @full', async ({ page }) => {
  for (const path of ['/app/live', '/play.html', '/console', '/gallery']) {
    await page.goto(proxy.origin + path)
    await expect(page.locator('.load-failed')).toBeHidden()
  }
})

const visibleText = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText)
