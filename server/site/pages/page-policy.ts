import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { SiteDomains } from '../site-config.ts'

/** A host that is safe in a header. */
const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/** The style element that html2canvas 1.4.1 adds to its hidden copy of a page when it draws a card. */
const HTML2CANVAS_STYLE = "'sha256-UP0QZg7irvSMvOBz9mH2PIIE28+57UiavRfeVea0l3g='"

/** `ws:` and `wss:` of the requested host, because not every browser includes them in 'self'. */
export function socketSources(host: string | undefined): string {
  return host !== undefined && HOST.test(host) ? `ws://${host} wss://${host}` : "'self'"
}

/**
 * Headers of pages and files. All resources come from this origin; nothing is inline, framed or evaluated. Players
 * create workers and media from blobs. Style attributes are allowed, because positioning of menus and lists needs them;
 * style elements are not.
 *
 * @param isTrustworthy pages are served over https or on this machine only; elsewhere browsers ignore the opener and
 * agent-cluster headers with a console warning
 * @param vendors origins of vendors of the operator, allowed for scripts, styles and pictures
 * @param domains other origins of this site (S7.39), allowed for calls and video
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
    // Set per request, because plain http must not send it.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  }
}

/** Reports writes to dangerous sinks without a policy; blocks nothing (settled 37). */
export const TRUSTED_TYPES_REPORT = "require-trusted-types-for 'script'"
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains'
