/** A script element with the members that loaders use. */
export class FakeScript extends EventTarget {
  src = ''
  async = false
  isAttached = true
  getAttribute = (name: string): string | null => (name === 'src' ? this.src : null)
  remove(): void {
    this.isAttached = false
  }
}

/** A document with scripts and one text element, for code that loads scripts. */
export function createFakeDocument(text: string | null = null) {
  const scripts: FakeScript[] = []
  const fake = {
    get scripts() {
      return scripts.filter(({ isAttached }) => isAttached)
    },
    head: { append: (script: FakeScript) => void scripts.push(script) },
    createElement: () => new FakeScript(),
    getElementById: () => (text === null ? null : { textContent: text }),
  }
  // Loaders use only these members.
  return { document: fake as unknown as Document, scripts }
}
