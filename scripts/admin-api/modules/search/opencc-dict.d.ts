declare module 'opencc-js/dict/TSCharacters' {
  /** Pairs of traditional and simplified characters: `鷗 鸥|亞 亚`. */
  const characters: string
  export default characters
}
