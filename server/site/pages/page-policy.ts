import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { SiteDomains } from '../site-config.ts'

/** A host that may stand in a header: what browsers send, and nothing that could end a directive. */
const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/** The one style element that html2canvas 1.4.1 writes into its own hidden copy of a page when it draws a card. */
const HTML2CANVAS_STYLE = "'sha256-UP0QZg7irvSMvOBz9mH2PIIE28+57UiavRfeVea0l3g='"

/** `ws:` and `wss:` of the host that was asked: not every browser counts them under 'self'. */
export function socketSources(host: string | undefined): string {
  return host !== undefined && HOST.test(host) ? `ws://${host} wss://${host}` : "'self'"
}

/**
 * Headers of pages and files. Everything comes from this origin; nothing is inline, framed or evaluated. Players make
 * their workers and media from blobs. Style attributes are allowed because positioning of menus and lists needs them in
 * the markup; style elements are not.
 *
 * @param isTrustworthy pages are reached over https or on this machine only. Elsewhere browsers ignore the opener and
 *   agent-cluster headers and say so on the console of every page.
 * @param vendors origins of a vendor that the operator has an account with: they may bring scripts, styles and pictures.
 * @param domains the lines of this site (S7.39): the only other origins that pages may call, and show video from.
 */
export function pagePolicy(
  isTrustworthy: boolean,
  domains: SiteDomains,
  vendors: readonly string[] = [],
): FastifyHelmetOptions {
  const { api, news, video, chat } = domains
  const sockets = [...video, ...chat].map((origin) => origin.replace(/^http/, 'ws'))
  const lines = [...new Set([...api, ...news, ...video, ...chat, ...sockets])]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...vendors],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", HTML2CANVAS_STYLE, ...vendors],
        styleSrcAttr: ["'unsafe-inline'"],
        connectSrc: ["'self'", (request) => socketSources(request.headers.host), ...lines, ...vendors],
        workerSrc: ["'self'", 'blob:'],
        mediaSrc: ["'self'", 'blob:', ...video],
        imgSrc: ["'self'", 'data:', 'blob:', ...vendors],
        fontSrc: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    crossOriginOpenerPolicy: isTrustworthy ? { policy: 'same-origin' } : false,
    originAgentCluster: isTrustworthy,
    referrerPolicy: { policy: 'no-referrer' },
    // Set per request: on plain http it would be ignored at best.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  }
}

/** Reports where the page writes to dangerous sinks without a policy; it blocks nothing (settled 37). */
export const TRUSTED_TYPES_REPORT = "require-trusted-types-for 'script'"
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains'
