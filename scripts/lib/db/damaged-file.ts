/** A file of the database failed the check of its pages. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError'
}
