const MEBIBYTE = 1024 * 1024

/** `2.1 MB`; `10 MB` from ten on and where nothing follows the point; `12 KB` below a tenth. */
export function formatBytes(bytes: number): string {
  if (bytes < MEBIBYTE / 10) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  const size = bytes / MEBIBYTE
  return `${size >= 10 ? Math.round(size) : size.toFixed(1).replace(/\.0$/, '')} MB`
}

/** `5:41` of seconds. */
export function formatLength(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}
