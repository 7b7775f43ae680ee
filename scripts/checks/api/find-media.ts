import { visitObjects, type Node } from './json.ts'

type MediaType = 'image' | 'video' | 'file'
export interface Media {
  type: MediaType
  url: string
  path: string
}

function findPlayable({ fields, path }: Node): Media[] {
  const { url, width } = fields
  if (typeof url !== 'string' || width === undefined) return []
  const type = 'duration_s' in fields ? 'video' : 'image'
  return [{ type, url, path: `${path}.url` }]
}

const FILES: [key: string, type: MediaType][] = [
  ['user_agreement_file', 'file'],
  ['privacy_policy_file', 'file'],
  ['avatar', 'image'],
]

/** Finds the URLs of images, videos and documents in a response. */
export function findMedia(data: unknown): Media[] {
  return [...visitObjects(data)].flatMap((node) => [
    ...findPlayable(node),
    ...FILES.flatMap(([key, type]): Media[] => {
      const url = node.fields[key]
      return typeof url === 'string' ? [{ type, url, path: `${node.path}.${key}` }] : []
    }),
  ])
}
