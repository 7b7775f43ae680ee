import { join } from 'node:path'

/** The name of the database in a data folder and in a backup. */
export const DATABASE_FILE = 'entracte.db'

/** The file of the database in a data folder. */
export const databaseFileOf = (dataDir: string): string => join(dataDir, DATABASE_FILE)
