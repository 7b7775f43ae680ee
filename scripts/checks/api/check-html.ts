import { readHtml } from '#content/html/read-html.ts'
import type { ContractFault } from './describe-issue.ts'
import { visitObjects } from './json.ts'

/** Fields that hold long-form content: blocks, or HTML of a rich-text editor. */
const BODIES = ['body', 'foot_content']

/** Finds HTML in a response that the site cannot show, with the id of its item. */
export function checkHtml(data: unknown): ContractFault[] {
  return [...visitObjects(data)].flatMap(({ fields, path }) =>
    BODIES.flatMap((name): ContractFault[] => {
      const html = fields[name]
      if (typeof html !== 'string') return []
      const { losses } = readHtml(html)
      if (losses.length === 0) return []
      const item = typeof fields['id'] === 'number' ? ` of id ${fields['id']}` : ''
      const expected = 'HTML that the site shows'
      return [{ path: `${path}.${name}${item}`, expected, got: losses.join(', ') }]
    }),
  )
}
