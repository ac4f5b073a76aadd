export interface IngestConfig {
  /** 0 selects a free port. */
  readonly port: number
  /** Signs stream keys; null derives it from the server secret. */
  readonly secret: string | null
}

/** The default port of RTMP. */
const DEFAULT_PORT = 1935

/** Null unless INGEST is 1. */
export function ingestOf(
  isOn: '0' | '1' | undefined,
  port: number | undefined,
  secret: string | undefined,
): IngestConfig | null {
  return isOn === '1' ? { port: port ?? DEFAULT_PORT, secret: secret ?? null } : null
}
