import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long without using a core, or that fill the cache of images for others. */
const SLOW_FILES = [
  'days/newcomer',
  'days/editor-schedule',
  'contract/env-file',
  'contract/docs-page',
  'contract/shared-tasks',
  'publish/foreign-faults',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const index = SLOW_FILES.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
  return index === -1 ? SLOW_FILES.length : index
}

/** Starts slow files first, so that no core waits for them at the end of a suite. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer, not of arrays
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
