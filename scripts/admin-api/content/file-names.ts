import { extname } from 'node:path'

// Names of content files in the file store of an installation.

export const MEDIA_FOLDER = 'media/'
export const LEGAL_FOLDER = 'files/'

/** @param name the hash of the content and the extension: `<hash>.jpg` */
export const nameMediaFile = (name: string): string => `${MEDIA_FOLDER}${name}`

/** @param name the name in the content folder: `privacy-policy.en.html` */
export const nameLegalFile = (hash: string, name: string): string =>
  `${LEGAL_FOLDER}${hash}${extname(name)}`
