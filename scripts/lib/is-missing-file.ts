/** Whether a file operation failed because there is no such file. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Waits for a file operation. @returns null if there is no such file */
export async function nullIfMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation
  } catch (error) {
    if (isMissingFile(error)) return null
    throw error
  }
}
