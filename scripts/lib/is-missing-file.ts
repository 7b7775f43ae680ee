/** Whether a file operation failed because there is no such file. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Waits for an operation on a file or another object. @returns null if there is no such object */
export async function nullIfMissing<T>(
  operation: Promise<T>,
  isMissing = isMissingFile,
): Promise<T | null> {
  try {
    return await operation
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
