import flvjs from 'flv.js'
import { FLV_CONFIG, flvEngine } from './flv-library-engine.ts'

flvjs.LoggingControl.applyConfig({ enableAll: false })

/** FLV through flv.js, the first choice: the smaller of the two libraries. */
export const createFlvEngine = flvEngine({
  kind: 'flv',
  isSupported: () => flvjs.isSupported(),
  createPlayer: (url) => flvjs.createPlayer({ type: 'flv', isLive: true, url }, FLV_CONFIG),
  events: flvjs.Events,
  errorTypes: flvjs.ErrorTypes,
  errorDetails: flvjs.ErrorDetails,
})
