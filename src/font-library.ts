// Chinese that islands may show beside what their page was cut for: words of the interface, titles that
// come from the API. A text lacks a few characters, so they lie in files of a few each; one list serves
// all weights, and names are worked out from it: a list of names would weigh more than the files.

/** The list of the library, as JSON. */
export interface FontLibrary {
  /** Weights of the serif that there are files of groups for. */
  weights: string[]
  /** Stands for the font and how it was cut: a part of the names of files. */
  mark: string
  /** What the files hold that a page may have loaded as its own, by name. */
  shared: Record<string, string>
  /** Characters that stand in one file, in each weight. */
  groups: string[]
}

/** The file of a group in a weight: `serif-400-5267_573a-1f3a…`. All that it is made of is in it. */
export function nameGroup(weight: string, characters: string, mark: string): string {
  const codes = Array.from(characters, (one) => one.codePointAt(0)?.toString(16))
  return `serif-${weight}-${codes.join('_')}-${mark}`
}

/** The range of a group by its name, as CSS writes it: `U+5267,U+573A`. */
export const rangeOfGroup = (name: string): string =>
  `U+${name.split('-')[2]?.replaceAll('_', ',U+')}`

/** The files of all groups in all weights. */
export const listGroupFiles = ({ weights, mark, groups }: FontLibrary): string[] =>
  weights.flatMap((weight) => groups.map((group) => nameGroup(weight, group, mark)))
