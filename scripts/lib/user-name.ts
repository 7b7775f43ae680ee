import { userInfo } from 'node:os'

/** The name of the user that runs this process; undefined for a container's user id without a name. */
export function findUserName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

/** Names the user that runs this process, by its id if it has no name. */
export const readUserName = (): string => findUserName() ?? `uid ${process.getuid?.() ?? 'unknown'}`
