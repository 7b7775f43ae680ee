/** Reads a value from `document.cookie`; undefined if there is none. */
export const readCookie = (cookies: string, name: string): string | undefined =>
  cookies
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
