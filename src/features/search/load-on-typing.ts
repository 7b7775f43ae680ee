// What suggesting takes, in one file that is loaded while the first letters are typed.
export { suggest } from './suggest.ts'
export { TitleOptions } from './TitleOptions.tsx'
