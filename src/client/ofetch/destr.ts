// What ofetch takes from `destr`, for browsers: `content/lean-fetch.ts` puts it in its place.

/** JSON as data; anything else is the text that it is. */
// ofetch imports the default of `destr`.
// oxlint-disable-next-line import/no-default-export
export default function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
