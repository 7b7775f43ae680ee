import { pinyin } from 'pinyin-pro'
import { foldText } from './fold.ts'

// Pinyin without tones: 茶馆 is `chaguan`, its initials are `cg`.

/** Characters with two common readings; both are indexed. */
const READINGS: Record<string, string[]> = {
  长: ['chang', 'zhang'],
  乐: ['le', 'yue'],
  重: ['chong', 'zhong'],
  行: ['hang', 'xing'],
  朝: ['chao', 'zhao'],
  传: ['chuan', 'zhuan'],
  调: ['diao', 'tiao'],
  角: ['jiao', 'jue'],
  弹: ['dan', 'tan'],
  藏: ['cang', 'zang'],
  曾: ['ceng', 'zeng'],
  单: ['dan', 'shan'],
  盛: ['cheng', 'sheng'],
  卡: ['ka', 'qia'],
  血: ['xie', 'xue'],
  薄: ['bo', 'bao'],
  还: ['hai', 'huan'],
  都: ['dou', 'du'],
  解: ['jie', 'xie'],
  降: ['jiang', 'xiang'],
}
/** Maximum length of an indexed pinyin token, in syllables. */
const MAX_SYLLABLES = 10

/** The syllables of Chinese text, one per character; other scripts are left out. */
export function listSyllables(text: string): string[] {
  const list = pinyin(foldText(text), { toneType: 'none', type: 'array', nonZh: 'removed' })
  return list.map((syllable) => foldText(syllable)).filter((syllable) => /^[a-z]+$/.test(syllable))
}

/** The readings of a run: the most likely one, and variants with one alternative reading each. */
export function listReadings(run: string): string[][] {
  const likely = listSyllables(run)
  const characters = [...run]
  if (likely.length !== characters.length) return [likely]
  const variants = characters.flatMap((character, at) =>
    (READINGS[character] ?? [])
      .filter((syllable) => syllable !== likely[at])
      .map((syllable) => likely.with(at, syllable)),
  )
  return [likely, ...variants]
}

const listSuffixes = (syllables: readonly string[]) =>
  syllables.map((_, from) => syllables.slice(from, from + MAX_SYLLABLES))
const joinInitials = (syllables: readonly string[]) =>
  syllables.map((syllable) => syllable.charAt(0)).join('')

/**
 * Pinyin forms by which a text can be found: `whole` of the whole text, `pinyin` and `initials` from each syllable on,
 * so that a prefix matches any part.
 */
export function listPinyinForms(text: string) {
  const runs = foldText(text).match(/\p{Script=Han}+/gu) ?? []
  const suffixes = runs.flatMap(listReadings).flatMap(listSuffixes)
  const whole = listReadings(runs.join(''))
  const distinct = (list: readonly string[]) => [...new Set(list)].filter((form) => form !== '')
  return {
    whole: distinct(whole.flatMap((syllables) => [syllables.join(''), joinInitials(syllables)])),
    pinyin: distinct(
      [...suffixes, ...listSuffixes(whole[0] ?? [])].map((syllables) => syllables.join('')),
    ),
    initials: distinct([...suffixes, ...whole].map(joinInitials)),
  }
}
