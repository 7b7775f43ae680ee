import { createClamd, type ClamdAddress, type Scanner } from './clamd.ts'

const CLAMD_PORT = 3310

/** The scanner of uploads; with `none` only their format is checked. */
export type ScannerConfig = { provider: 'none' } | { provider: 'clamd'; address: ClamdAddress }

/**
 * Parses the setting UPLOAD_SCANNER: `none`, `clamd://host:port` or `clamd:///path/of/its.socket`.
 * @returns undefined for anything else
 */
export function parseScanner(text: string): ScannerConfig | undefined {
  if (text === 'none') return { provider: 'none' }
  const url = URL.parse(text)
  if (url?.protocol !== 'clamd:') return undefined
  const { hostname, port, pathname } = url
  if (hostname !== '') {
    const host = hostname.replace(/^\[|\]$/g, '')
    return { provider: 'clamd', address: { host, port: Number(port || CLAMD_PORT) } }
  }
  return pathname.length > 1
    ? { provider: 'clamd', address: { path: decodeURIComponent(pathname) } }
    : undefined
}

/** The configured scanner; null for none. */
export const createScanner = (config: ScannerConfig): Scanner | null =>
  config.provider === 'none' ? null : createClamd(config.address)
