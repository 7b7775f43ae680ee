import type { LiveKind } from '#api/live.ts'

// Refreshes the states that were printed at build by one small call after the page has loaded. When
// the API is down nothing changes: the printed states stay, with the time they are from.

/** Texts of labels in the language of the page, printed into it by `LiveFacts.astro`. */
export interface LiveTexts {
  locale: string
  timeZone: string
  /** Text and tone of each state of each kind. */
  labels: Record<string, Record<string, { text: string; tone: string }>>
  /** Said instead of the state where places can be had and the label counts them. */
  places: string
}

interface Fact {
  id: number
  state: string
  places_left: number | null
}
export type LiveFacts = { server_time: string } & Record<LiveKind, Fact[]>

const HAS_PLACES = new Set(['open', 'few_left'])
const AT_ONCE = 200

/** What the page speaks of: ids by kind, each once, at most as many as the API answers at once. */
export function collectIds(names: Iterable<string>): Record<string, number[]> {
  const ids: Record<string, number[]> = {}
  for (const name of new Set(names)) {
    const [kind = '', id] = name.split(':')
    const list = (ids[kind] ??= [])
    if (list.length < AT_ONCE) list.push(Number(id))
  }
  return ids
}

/** The words for a fact, with the number of places where the text has a place for it. */
export function describeFact(kind: string, fact: Fact, counted: boolean, texts: LiveTexts) {
  const label = texts.labels[kind]?.[fact.state]
  if (!label) return null
  const text = counted && HAS_PLACES.has(fact.state) ? texts.places : label.text
  return { text: text.replace('{{count}}', String(fact.places_left ?? '')), tone: label.tone }
}

function applyFacts(root: Document, facts: LiveFacts, texts: LiveTexts): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-live]')) {
    const [kind, id] = (element.dataset['live'] ?? '').split(':')
    const fact = facts[kind as LiveKind]?.find((one) => one.id === Number(id))
    const words = fact && describeFact(kind ?? '', fact, 'counted' in element.dataset, texts)
    if (!fact || !words) continue
    element.textContent = words.text
    element.dataset['tone'] = words.tone
    element.hidden = element.dataset['quietWhen'] === fact.state
    element.closest<HTMLElement>('[data-live-row]')?.setAttribute('data-state', fact.state)
  }
  const time = new Date(facts.server_time).toLocaleTimeString('en-GB', {
    timeZone: texts.timeZone,
    hour: '2-digit',
    minute: '2-digit',
  })
  for (const element of root.querySelectorAll<HTMLElement>('[data-live-as-of]')) {
    element.textContent = (element.dataset['liveAsOf'] ?? '').replace('{{time}}', time)
  }
}

/** Asks for everything that the page shows and updates it; a failure leaves the page as printed. */
export async function refreshFacts(root: Document, fetch = globalThis.fetch): Promise<void> {
  const source = root.getElementById('live-texts')?.textContent
  const names = [...root.querySelectorAll<HTMLElement>('[data-live]')].map(
    ({ dataset }) => dataset['live'] ?? '',
  )
  if (!source || names.length === 0) return
  const texts = JSON.parse(source) as LiveTexts
  const response = await fetch('/api/live/facts', {
    method: 'POST',
    headers: { 'content-type': 'application/json', server: '0', lang: texts.locale, token: '' },
    body: JSON.stringify(collectIds(names)),
  }).catch(() => null)
  if (!response?.ok) return
  const { code, data } = (await response.json()) as { code: number; data: LiveFacts }
  if (code === 200 || code === 1) applyFacts(root, data, texts)
}
