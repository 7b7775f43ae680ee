// Operations on databases in files only: copy, inspect, lock, rename.
export { copyDatabaseFile, mergeJournal } from './sqlite/copy-file.ts'
export { inspectFile } from './sqlite/inspect-file.ts'
export { lockFile, type FileLock } from './sqlite/lock-file.ts'
export { datedName, moveAside } from './sqlite/move-aside.ts'
export { sqliteSchema as fileSchema } from './sqlite/schema.ts'
export { openTableReader, type TableReader } from './sqlite/read-tables.ts'
