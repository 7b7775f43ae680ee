/** A poster as `src/pages/art-[name].json.ts` describes it. */
export interface Art {
  src: string
  srcset: string
}

const loads = new Map<string, Promise<Art | null>>()

async function fetchArt(name: string): Promise<Art | null> {
  const response = await fetch(`/art-${name}.json`)
  return response.ok ? ((await response.json()) as Art) : null
}

/** Loads a poster by its name, once for each page; null where there is none. */
export function loadArt(name: string): Promise<Art | null> {
  const load = loads.get(name) ?? fetchArt(name).catch(() => null)
  loads.set(name, load)
  return load
}
