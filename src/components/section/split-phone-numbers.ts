/** Splits a text at its phone numbers: the elements with odd indexes are numbers. */
export const splitPhoneNumbers = (text: string): string[] => text.split(/(\+?\d[\d ()-]{5,}\d)/)
