import characters from 'opencc-js/dict/TSCharacters'

// Case, width and variant folding for search. Traditional characters are simplified one by one, not by
// phrases, so that a substring folds as it does within the whole text.

const simplified = new Map(characters.split('|').map((pair) => pair.split(' ') as [string, string]))
const TRADITIONAL = new RegExp(`[${[...simplified.keys()].join('')}]`, 'gu')
const LATIN_WITH_MARKS = /(\p{Script=Latin})\p{M}+/gu
const CONTROL = /[\p{Cc}\p{Cf}]+/gu

const simplify = (text: string) =>
  text.replaceAll(TRADITIONAL, (character) => simplified.get(character) ?? character)

/** Folds width, case, accents and traditional characters; removes lone surrogates and controls. */
export function foldText(text: string): string {
  const plain = text.toWellFormed().normalize('NFKC').toLowerCase().replaceAll(CONTROL, ' ')
  return simplify(plain.normalize('NFD').replaceAll(LATIN_WITH_MARKS, '$1').normalize('NFC'))
}

/** Folds each UTF-16 unit to one unit, so that positions in the text are kept. */
export function foldUnits(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at)
    const plain = unit.normalize('NFKD').toLowerCase().charAt(0) || unit
    const simple = simplified.get(plain) ?? plain
    return simple.length === 1 ? simple : plain
  }).join('')
}
