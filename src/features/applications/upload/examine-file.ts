// One chunk, loaded when a file has been chosen.
export { checkFile } from './check-file.ts'
export { measureLength } from './measure-length.ts'
