/** What is only needed once a file was chosen. */
export { checkFile } from './check-file.ts'
export { measureLength } from './measure-length.ts'
