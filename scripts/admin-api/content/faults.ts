/** Collects what is wrong with a content folder, each fault with its file and field. */
export interface Faults {
  list: string[]
  add(file: string, field: string, message: string): void
}

export function collectFaults(): Faults {
  const list: string[] = []
  return {
    list,
    add(file, field, message) {
      list.push(`${file}: ${field}: ${message}`)
    },
  }
}
