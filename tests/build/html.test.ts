import { expect, inject, test } from 'vitest'
import { RUNS_ALL } from '#tests/e2e/test-matrix.ts'
import { findTools, validateHtml } from '#scripts/checks/validate-html.ts'

const { release } = inject('stack')
const tools = await findTools()

// `npm run check:html` lists the faults.
test.skipIf(typeof tools === 'string')(
  // Full runs validate every document.
  `${RUNS_ALL ? 'every page' : 'a page of each kind'} is valid HTML`,
  async () => {
    if (typeof tools === 'string') return
    const { documents, faults } = await validateHtml(
      release,
      tools,
      RUNS_ALL ? 'all' : 'one of each',
    )
    expect(documents).toBeGreaterThan(RUNS_ALL ? 300 : 60)
    expect(faults).toEqual([])
  },
)
