const PAGE_LINE = /[├└]─/
const SECTION_LINE = /▶|λ|^\s*\(\+\S+\)\s*$/
const PAGES_PER_LINE = 250

/**
 * Turns the output of Astro, one line a page, into a few lines that tell how far it is: fit for a
 * terminal and for a log.
 */
export function createBuildReport(write: (line: string) => void): (line: string) => void {
  let pages = 0
  return (line) => {
    if (SECTION_LINE.test(line)) return
    if (!PAGE_LINE.test(line)) {
      write(`  ${line}`)
      return
    }
    pages += 1
    if (pages % PAGES_PER_LINE === 0) write(`  ${pages} pages`)
  }
}
