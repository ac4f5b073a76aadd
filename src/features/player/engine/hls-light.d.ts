/** hls.js has no types for its light build, whose API is that of the full one. */
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
