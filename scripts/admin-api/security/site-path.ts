/** Whether a path is local to this site: no scheme and no other host. */
export const isSitePath = (path: string): boolean => /^\/(?!\/)[^\s\\]*$/.test(path)
