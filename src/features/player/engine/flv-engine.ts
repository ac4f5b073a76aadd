import flvjs from 'flv.js'
import { FLV_CONFIG, flvEngine } from './flv-library-engine.ts'

flvjs.LoggingControl.applyConfig({ enableAll: false })

/** FLV by flv.js, the default because it is smaller. */
export const createFlvEngine = flvEngine({
  kind: 'flv',
  isSupported: () => flvjs.isSupported(),
  createPlayer: (url) => flvjs.createPlayer({ type: 'flv', isLive: true, url }, FLV_CONFIG),
  events: flvjs.Events,
  errorTypes: flvjs.ErrorTypes,
  errorDetails: flvjs.ErrorDetails,
})
