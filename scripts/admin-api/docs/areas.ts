import { endpoints } from '#api/index.ts'
import { describeEndpoint, type Description } from '#api/descriptions.ts'
import type { Endpoint } from '#api/endpoint.ts'

export interface Call {
  /** Stable name such as `post-order-create`: the anchor in the page and the `operationId`. */
  id: string
  endpoint: Endpoint
  description: Description
}

export interface Area {
  name: string
  summary: string
  calls: Call[]
}

// A path belongs to the first area whose pattern matches.
// prettier-ignore
const AREAS = [
  { name: 'Site', pattern: /^\/api\/index\//, summary: 'Data of every page; home, about and business' },
  { name: 'Activity', pattern: /^\/api\/course\/activity_/, summary: 'Activities and their applications' },
  { name: 'Course', pattern: /^\/api\/course\//, summary: 'Courses, their dates, news and applications' },
  { name: 'Performance', pattern: /^\/api\/perform\//, summary: 'Performances and their tickets' },
  { name: 'Artist', pattern: /^\/api\/artist\//, summary: 'Artists and their news' },
  { name: 'Search', pattern: /^\/api\/search\//, summary: 'Recommendations, results, more results' },
  { name: 'Order', pattern: /^\/api\/order\//, summary: 'Orders, payment, ticket checks at the door' },
  { name: 'Account', pattern: /^\/api\/(sms|user|account)\//, summary: 'Login, profile, membership' },
  { name: 'Upload', pattern: /^\/api\/upload\//, summary: 'Files of application forms' },
  { name: 'More', pattern: /^/, summary: 'Calls that belong to several areas' },
]

function nameCall({ method, path }: Endpoint): string {
  const words = path.replace('/api/', '').replaceAll(/[^A-Za-z0-9]+/g, '-')
  return `${method}-${words}`.toLowerCase().replaceAll(/-+/g, '-')
}

/** All calls of the contract by area, in the order of the contract. */
export function listAreas(): Area[] {
  const areas: Area[] = AREAS.map(({ name, summary }) => ({ name, summary, calls: [] }))
  for (const endpoint of Object.values(endpoints)) {
    const index = AREAS.findIndex(({ pattern }) => pattern.test(endpoint.path))
    const description = describeEndpoint(endpoint)
    areas[index]?.calls.push({ id: nameCall(endpoint), endpoint, description })
  }
  return areas.filter(({ calls }) => calls.length > 0)
}
