// Names of the files of releases, the same in a data folder and in the shared store.

/** Points to the live release. */
export const POINTER_FILE = 'current.json'
/** In a data folder: the pointer of the shared store at the last push or pull. */
export const SYNCED_POINTER_FILE = 'shared-pointer.json'
/** Hashed assets of earlier releases. */
export const RETIRED_FILE = 'retired-assets.json'
/** Manifests. */
export const RELEASES_FOLDER = 'releases/'
/** Contents by hash. */
export const CONTENTS_FOLDER = 'store/'

export const nameManifest = (id: string): string => `${RELEASES_FOLDER}${id}.json`
export const nameContent = (hash: string): string => `${CONTENTS_FOLDER}${hash.slice(0, 2)}/${hash}`
