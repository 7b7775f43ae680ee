/** What a scanner has found in a file. */
export type ScanResult = { kind: 'clean' } | { kind: 'infected'; signature: string }

/** Looks for malware in files of members. */
export interface Scanner {
  /**
   * @param path a local file
   * @throws ScannerError when the file was not scanned as a whole: it must then not be taken
   */
  scan(path: string): Promise<ScanResult>
}

/** A file could not be scanned; the message says why, for the log. */
export class ScannerError extends Error {
  override name = 'ScannerError'
}
