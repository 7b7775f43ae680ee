/** The `tel:` address of the first number of a text, without its extension, which phones would dial as part of it. */
export function phoneHref(phone: string): string {
  const [number = ''] = /\+?\d[\d\s().-]*/.exec(phone.replace('(0)', '')) ?? []
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`
}
