/** A poster, as in the response of `src/pages/art-[name].json.ts`. */
export interface Art {
  src: string
  srcset: string
}

const loads = new Map<string, Promise<Art | null>>()

async function fetchArt(name: string): Promise<Art | null> {
  const response = await fetch(`/art-${name}.json`)
  return response.ok ? ((await response.json()) as Art) : null
}

/** Loads a poster by its name, once per page; null if there is none. */
export function loadArt(name: string): Promise<Art | null> {
  const load = loads.get(name) ?? fetchArt(name).catch(() => null)
  loads.set(name, load)
  return load
}
