/** A database file failed the integrity check of its pages. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError'
}
