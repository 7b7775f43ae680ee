/** The `tel:` address of the first number of a text, without its extension, which phones would dial as part of it. */
export function getPhoneHref(phone: string): string {
  // Chinese keyboards produce full-width digits and brackets.
  const text = phone.normalize('NFKC').replace('(0)', '')
  const [number = ''] = /\+?\d[\d\s().-]*/.exec(text) ?? []
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`
}
