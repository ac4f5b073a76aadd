import type { FastifyHelmetOptions } from '@fastify/helmet'
import { readHost } from '../../net/origin.ts'
import type { SiteDomains } from '../../config/site-config.ts'

/** The style element that html2canvas 1.4.1 adds to its hidden copy of a page when it draws a card. */
const HTML2CANVAS_STYLE = "'sha256-UP0QZg7irvSMvOBz9mH2PIIE28+57UiavRfeVea0l3g='"

/**
 * Sockets of the page's own origin, because not every browser includes them in 'self': those of ALLOWED_ORIGINS, or
 * without them (demo mode) those of the requested host.
 */
export function socketSources(pageOrigins: readonly string[], requestedHost: string | undefined): string {
  if (pageOrigins.length > 0) return pageOrigins.map(socketOrigin).join(' ')
  const host = readHost(requestedHost)
  return host === null ? "'self'" : `ws://${host} wss://${host}`
}

const socketOrigin = (origin: string): string => origin.replace(/^http/, 'ws')

/**
 * Headers of pages and files. All resources come from this origin; nothing is inline, framed or evaluated. Players
 * create workers and media from blobs. Style attributes are allowed, because positioning of menus and lists needs them;
 * style elements are not.
 *
 * @param isTrustworthy pages are served over https or on this machine only; elsewhere browsers ignore the opener and
 * agent-cluster headers with a console warning
 * @param domains other origins of this site (S7.39), allowed for calls and video
 * @param vendors origins of vendors of the operator, allowed for scripts, styles and pictures
 * @param pageOrigins ALLOWED_ORIGINS
 * @param isFramed pages of this origin may show it in a frame, as the console does with play.html
 */
export function pagePolicy(
  isTrustworthy: boolean,
  domains: SiteDomains,
  vendors: readonly string[] = [],
  pageOrigins: readonly string[] = [],
  isFramed = false,
): FastifyHelmetOptions {
  const { api, news, video, chat } = domains
  const sockets = [...video, ...chat].map(socketOrigin)
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
        connectSrc: ["'self'", (request) => socketSources(pageOrigins, request.headers.host), ...lines, ...vendors],
        workerSrc: ["'self'", 'blob:'],
        mediaSrc: ["'self'", 'blob:', ...video],
        imgSrc: ["'self'", 'data:', 'blob:', ...vendors],
        fontSrc: ["'self'"],
        frameAncestors: [isFramed ? "'self'" : "'none'"],
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
    xFrameOptions: { action: isFramed ? 'sameorigin' : 'deny' },
  }
}

/** Reports writes to dangerous sinks without a policy; blocks nothing (settled 37). */
export const TRUSTED_TYPES_REPORT = "require-trusted-types-for 'script'"
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains'
