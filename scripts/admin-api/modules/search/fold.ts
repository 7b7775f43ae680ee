import characters from 'opencc-js/dict/TSCharacters'

// One form for texts that a reader takes for equal. Characters are simplified one by one, never by
// phrases: a part of a text has to fold as it does within the whole.

const simplified = new Map(characters.split('|').map((pair) => pair.split(' ') as [string, string]))
const TRADITIONAL = new RegExp(`[${[...simplified.keys()].join('')}]`, 'gu')
const LATIN_WITH_MARKS = /(\p{Script=Latin})\p{M}+/gu
const CONTROL = /[\p{Cc}\p{Cf}]+/gu

const simplify = (text: string) =>
  text.replaceAll(TRADITIONAL, (character) => simplified.get(character) ?? character)

/** Width, case, accents and traditional characters gone; lone surrogates and controls too. */
export function foldText(text: string): string {
  const plain = text.toWellFormed().normalize('NFKC').toLowerCase().replaceAll(CONTROL, ' ')
  return simplify(plain.normalize('NFD').replaceAll(LATIN_WITH_MARKS, '$1').normalize('NFC'))
}

/** The same unit by unit, for places in a text: each unit stays one unit. */
export function foldUnits(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at)
    const plain = unit.normalize('NFKD').toLowerCase().charAt(0) || unit
    const simple = simplified.get(plain) ?? plain
    return simple.length === 1 ? simple : plain
  }).join('')
}
