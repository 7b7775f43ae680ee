// The code for suggestions in one chunk, loaded when the visitor starts to type.
export { suggest } from '../suggest.ts'
export { TitleOptions } from './TitleOptions.tsx'
