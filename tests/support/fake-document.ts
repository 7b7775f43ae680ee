/** A script element as far as loaders use one. */
export class FakeScript extends EventTarget {
  src = ''
  async = false
  isThere = true
  getAttribute = (name: string): string | null => (name === 'src' ? this.src : null)
  remove(): void {
    this.isThere = false
  }
}

/** A document that holds scripts and one element with text, for code that loads scripts. */
export function createFakeDocument(text: string | null = null) {
  const scripts: FakeScript[] = []
  const fake = {
    get scripts() {
      return scripts.filter(({ isThere }) => isThere)
    },
    head: { append: (script: FakeScript) => void scripts.push(script) },
    createElement: () => new FakeScript(),
    getElementById: () => (text === null ? null : { textContent: text }),
  }
  // Loaders use nothing else of a document.
  return { document: fake as unknown as Document, scripts }
}
