import { join } from 'node:path'

/** Name of the database file in a data folder and in a backup. */
export const DATABASE_FILE = 'entracte.db'

/** Path of the database file in a data folder. */
export const getDatabaseFile = (dataDir: string): string => join(dataDir, DATABASE_FILE)
