import type { LiveKind } from '#api/live.ts'

// Refreshes prerendered states with one small API call after the page has loaded. When the API is down,
// the prerendered states and their time remain.

/** Label texts in the language of the page, rendered by `LiveFacts.astro`. */
export interface LiveTexts {
  /** Text and tone of each state of each kind. */
  labels: Record<string, Record<string, { text: string; tone: string }>>
  /** Replaces the state text if places are available and the label shows their number. */
  places: string
  /** The same for a single place. */
  place: string
}

interface Fact {
  id: number
  state: string
  places_left: number | null
}
type LiveFacts = { server_time: string } & Record<LiveKind, Fact[]>

const HAS_PLACES = new Set(['open', 'few_left'])
const MAX_IDS = 200

/** Collects the distinct ids of a page by kind, up to the limit of the API. */
export function collectIds(names: Iterable<string>): Record<string, number[]> {
  const ids: Record<string, number[]> = {}
  for (const name of new Set(names)) {
    const [kind = '', id] = name.split(':')
    const list = (ids[kind] ??= [])
    if (list.length < MAX_IDS) list.push(Number(id))
  }
  return ids
}

/** Describes a fact, with the number of places if the text contains it. */
export function describeFact(kind: string, fact: Fact, counted: boolean, texts: LiveTexts) {
  const label = texts.labels[kind]?.[fact.state]
  if (!label) return null
  const places = fact.places_left === 1 ? texts.place : texts.places
  const text = counted && HAS_PLACES.has(fact.state) ? places : label.text
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
    timeZone: root.documentElement.dataset['timeZone'],
    hour: '2-digit',
    minute: '2-digit',
  })
  for (const element of root.querySelectorAll<HTMLElement>('[data-live-as-of]')) {
    element.textContent = (element.dataset['liveAsOf'] ?? '').replace('{{time}}', time)
  }
}

/** Requests the facts of all labels and updates them; after a failure the page stays unchanged. */
export async function refreshFacts(root: Document): Promise<void> {
  const source = root.getElementById('live-texts')?.textContent
  const names = [...root.querySelectorAll<HTMLElement>('[data-live]')].map(
    ({ dataset }) => dataset['live'] ?? '',
  )
  if (!source || names.length === 0) return
  const texts = JSON.parse(source) as LiveTexts
  const headers = { 'content-type': 'application/json' }
  // `behaviours.ts` adds those of every request.
  dispatchEvent(new CustomEvent('requestheaders', { detail: headers }))
  const response = await fetch('/api/live/facts', {
    method: 'POST',
    headers,
    body: JSON.stringify(collectIds(names)),
  }).catch(() => null)
  if (!response?.ok) return
  const { code, data } = (await response.json()) as { code: number; data: LiveFacts }
  if (code !== 200 && code !== 1) return
  applyFacts(root, data, texts)
  dispatchEvent(new Event('livefacts'))
}
