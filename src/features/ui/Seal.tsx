import { arrangeSeal } from './arrange-seal.ts'

/** The seal of the site, up to four characters; renders nothing for a site without one. */
export function Seal({ seal }: { seal: string | null }) {
  const layout = arrangeSeal(seal)
  if (!layout) return null
  const { characters, isLatinPair } = layout
  return (
    <span
      className="seal"
      data-size={characters.length}
      data-latin={isLatinPair || undefined}
      lang="zh-CN"
      aria-hidden="true"
    >
      {characters.map((character, index) => (
        <span key={index}>{character}</span>
      ))}
    </span>
  )
}
