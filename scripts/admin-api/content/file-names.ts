import { extname } from 'node:path'

// Names of the content's files among the files of an installation.

export const MEDIA_FOLDER = 'media/'
export const LEGAL_FOLDER = 'files/'

/** @param name tells the content of the file: `<hash>.jpg` */
export const nameMediaFile = (name: string): string => `${MEDIA_FOLDER}${name}`

/** @param name in the content folder: `privacy-policy.en.html` */
export const nameLegalFile = (hash: string, name: string): string =>
  `${LEGAL_FOLDER}${hash}${extname(name)}`
