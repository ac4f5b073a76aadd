import type { StreamSource } from '#protocol/endpoints/live.ts'
import { playQuery } from '#protocol/rules/xhlkx.ts'

/** S2.14-S2.16: the address of play.html for a line. The parameters of the video link stay, `url` becomes `xhlkx`. */
export function playLink(line: StreamSource, title: string, siteId: string | undefined): string {
  const parameters: [string, string][] = [
    ['url', line.url],
    ['title', title],
  ]
  if (siteId !== undefined) parameters.push(['siteId', siteId])
  return `/play.html?${new URLSearchParams(playQuery(parameters)).toString()}`
}
