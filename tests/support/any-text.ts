import fc from 'fast-check'

/** Any code point except lone surrogates. */
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))

/** Any text. The unit `binary` of fast-check has the same values, but takes seconds to prepare. */
export const anyText = (constraints: { minLength?: number; maxLength?: number } = {}) =>
  fc.string({ ...constraints, unit: codePoint })
