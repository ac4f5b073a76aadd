import mpegts from 'mpegts.js'
import { FLV_CONFIG, flvEngine } from './flv-library-engine.ts'

mpegts.LoggingControl.applyConfig({ enableAll: false })

/** FLV by mpegts.js, the second choice. Supports HEVC and ManagedMediaSource, unlike flv.js. */
export const createMpegtsEngine = flvEngine({
  kind: 'mpegts',
  isSupported: () => mpegts.isSupported(),
  createPlayer: (url) => mpegts.createPlayer({ type: 'flv', isLive: true, url }, FLV_CONFIG),
  events: mpegts.Events,
  errorTypes: mpegts.ErrorTypes,
  errorDetails: mpegts.ErrorDetails,
})
