export interface IngestConfig {
  /** 0 = any free one. */
  readonly port: number
  /** Signs stream keys; null = derived from the server's secret. */
  readonly secret: string | null
}

/** What RTMP publishers expect when nobody says otherwise. */
const DEFAULT_PORT = 1935

/** Null unless INGEST is 1. */
export function ingestOf(
  isOn: '0' | '1' | undefined,
  port: number | undefined,
  secret: string | undefined,
): IngestConfig | null {
  return isOn === '1' ? { port: port ?? DEFAULT_PORT, secret: secret ?? null } : null
}
