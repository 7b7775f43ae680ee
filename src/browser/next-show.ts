import type { AnnouncedShow, PageFonts } from '#config.ts'

/** The first show that has not begun; the list is sorted by time. */
export const findNextShow = (shows: readonly AnnouncedShow[], now: number) =>
  shows.find(({ startsAt }) => Date.parse(startsAt) > now)

async function readJson<T>(path: string): Promise<T> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(String(response.status))
  return (await response.json()) as T
}

/** Loads the font slices for text that was not prerendered. */
function loadFontsOnDemand(root: Document): void {
  const { slicesOnDemand: href } = JSON.parse(
    root.getElementById('page-fonts')?.textContent || '{}',
  ) as Pick<PageFonts, 'slicesOnDemand'>
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (href === undefined || connection?.saveData) return
  root.head.append(Object.assign(root.createElement('link'), { rel: 'stylesheet', href }))
}

/** Fills the announcement of the next show; it stays hidden when there is none or it cannot be loaded. */
async function announce(link: HTMLAnchorElement, source: string, root: Document): Promise<void> {
  const show = findNextShow(await readJson<AnnouncedShow[]>(source), Date.now())
  if (!show) return
  loadFontsOnDemand(root)
  link.href = show.href
  for (const part of ['when', 'title', 'place'] as const) {
    const element = link.querySelector(`[data-part=${part}]`)
    if (element) element.textContent = show[part]
  }
  link.hidden = false
  const art = await readJson<{ src: string; srcset: string }>(`/art-${show.art}.json`)
  const image = Object.assign(root.createElement('img'), { ...art, alt: '', sizes: '200px' })
  link.querySelector('[data-part=poster]')?.append(image)
}

/** Announces the next show in the menu when it is opened for the first time. */
export function announceNextShow(root: Document): void {
  const link = root.querySelector<HTMLAnchorElement>('[data-next-show]')
  const source = link?.dataset['nextShow']
  if (!link || source === undefined) return
  const open = () => void announce(link, source, root).catch(() => {})
  link.closest('details')?.addEventListener('toggle', open, { once: true })
}
