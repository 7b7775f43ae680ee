import { pinyin } from 'pinyin-pro'
import { foldText } from './fold.ts'

// How Chinese sounds, in letters without tones: 茶馆 is `chaguan`, by its initials `cg`.

/** Characters of titles with two common readings; whoever searches may know either. */
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
/** Longest part of a title that is looked for by its sound, in syllables. */
const LONGEST = 10

/** Readings of Chinese text, a syllable a character; other writing is left out. */
export function listSyllables(text: string): string[] {
  const list = pinyin(foldText(text), { toneType: 'none', type: 'array', nonZh: 'removed' })
  return list.map((syllable) => foldText(syllable)).filter((syllable) => /^[a-z]+$/.test(syllable))
}

/** The readings of a run: as its words are read, and with each other common reading in its place. */
export function listReadings(run: string): string[][] {
  const read = listSyllables(run)
  const characters = [...run]
  if (read.length !== characters.length) return [read]
  const others = characters.flatMap((character, at) =>
    (READINGS[character] ?? [])
      .filter((syllable) => syllable !== read[at])
      .map((syllable) => read.with(at, syllable)),
  )
  return [read, ...others]
}

export interface Sound {
  /** The whole, for what is asked in full. */
  whole: string[]
  /** From each syllable on, so that a beginning finds any part. */
  pinyin: string[]
  initials: string[]
}

const endingsOf = (list: readonly string[]) =>
  list.map((_, from) => list.slice(from, from + LONGEST))
const initialOf = (syllable: string) => syllable.charAt(0)

/** How a text can be asked for by its sound. */
export function readSound(text: string): Sound {
  const runs = foldText(text).match(/\p{Script=Han}+/gu) ?? []
  const readings = runs.flatMap(listReadings)
  const endings = readings.flatMap(endingsOf)
  const all = listReadings(runs.join(''))
  const distinct = (list: readonly string[]) => [...new Set(list)].filter((one) => one !== '')
  return {
    whole: distinct(all.flatMap((one) => [one.join(''), one.map(initialOf).join('')])),
    pinyin: distinct([...endings, ...endingsOf(all[0] ?? [])].map((one) => one.join(''))),
    initials: distinct([...endings, ...all].map((one) => one.map(initialOf).join(''))),
  }
}
