import { join, sep } from 'node:path'

/** Folder of the content of a new installation. */
export const DEMO_CONTENT = join(import.meta.dirname, 'content')

const PATH_IN_PROJECT = ['scripts', 'admin-api', 'demo', 'content'].join(sep)

/** Whether a content folder is the demo; also true for a project folder that has been moved since. */
export const isDemoFolder = (folder: string | null): boolean =>
  folder !== null && folder.endsWith(`${sep}${PATH_IN_PROJECT}`)
