const MEBIBYTE = 1024 * 1024

/** Formats bytes as `2.1 MB`: no decimal from 10 MB or when it is zero; `12 KB` below 0.1 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < MEBIBYTE / 10) return `${Math.max(Number(bytes > 0), Math.round(bytes / 1024))} KB`
  const size = bytes / MEBIBYTE
  return `${size >= 10 ? Math.round(size) : size.toFixed(1).replace(/\.0$/, '')} MB`
}

/** Formats seconds as `5:41`. */
export function formatLength(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}
