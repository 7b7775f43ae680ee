declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'sfnt' | 'woff2'
    noHinting?: boolean
    dropTables?: string[]
    keepFeatures?: string[]
  }

  /** Subsets a font to the characters of a text. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: SubsetOptions,
  ): Promise<Buffer>
}
