declare module 'opencc-js/dict/TSCharacters' {
  /** Traditional characters with their simplified ones: `鷗 鸥|亞 亚`. */
  const characters: string
  export default characters
}
