import { join, sep } from 'node:path'

/** The content that a fresh installation shows. */
export const DEMO_CONTENT = join(import.meta.dirname, 'content')

const PATH_IN_PROJECT = ['scripts', 'admin-api', 'demo', 'content'].join(sep)

/** Whether content came from the demo, also of a project folder that was moved since. */
export const isDemoFolder = (folder: string): boolean => folder.endsWith(`${sep}${PATH_IN_PROJECT}`)
