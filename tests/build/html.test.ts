import { expect, inject, test } from 'vitest'
import { findTools, validateHtml } from '#scripts/checks/validate-html.ts'

const { release } = inject('stack')
const tools = await findTools()

// `npm run check:html` says what is missing.
test.skipIf(typeof tools === 'string')(
  'every page is valid HTML',
  { timeout: 180_000 },
  async () => {
    if (typeof tools === 'string') return
    const { documents, faults } = await validateHtml(release, tools)
    expect(documents).toBeGreaterThan(300)
    expect(faults).toEqual([])
  },
)
