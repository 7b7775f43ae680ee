export type ScanResult = { kind: 'clean' } | { kind: 'infected'; signature: string }

/** Scans uploads for malware. */
export interface Scanner {
  /**
   * @param path a local file
   * @throws ScannerError when the file was not scanned completely; the upload must then be rejected
   */
  scan(path: string): Promise<ScanResult>
}

/** A file could not be scanned; the message states the reason for the log. */
export class ScannerError extends Error {
  override name = 'ScannerError'
}
