/** The seal of the site: one to four characters in a square, decorative and equal in all languages. Optional. */
export function Seal({ seal }: { seal: string | null }) {
  if (!seal) return null
  const characters = [...seal]
  // Two Latin letters are placed side by side, two Chinese characters one above the other.
  const isLatinPair = characters.length === 2 && !/\p{Script=Han}/u.test(seal)
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
