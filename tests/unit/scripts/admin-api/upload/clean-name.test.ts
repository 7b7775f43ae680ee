import { describe, expect, test } from 'vitest'
import { cleanName, readExtension } from '#scripts/admin-api/modules/upload/clean-name.ts'

describe('cleanName', () => {
  test.each([
    ['resume.pdf', 'resume.pdf'],
    ['/etc/passwd', 'passwd'],
    ['C:\\a\\b.pdf', 'b.pdf'],
    ['  two   spaces .pdf ', 'two spaces .pdf'],
    ['...hidden.pdf', 'hidden.pdf'],
    ['a\u200Bb\u2066c\u2069.pdf', 'abc.pdf'],
    ['e\u0301.pdf', 'é.pdf'],
  ])('cleans %j to %j', (name, clean) => expect(cleanName(name)).toBe(clean))

  test.each(['', '/', '..', '. .', '\u0000\u202E', 'folder/'])('returns null for %j', (name) =>
    expect(cleanName(name)).toBeNull(),
  )

  test('keeps 120 characters and the extension', () => {
    const clean = cleanName(`${'🎭'.repeat(200)}.pdf`) ?? ''
    expect([...clean]).toHaveLength(120)
    expect(clean.endsWith('🎭….pdf')).toBe(true)
  })
})

describe('readExtension', () => {
  test.each([
    ['a.PDF', 'pdf'],
    ['a.tar.gz', 'gz'],
    ['a.pdf.exe', 'exe'],
    ['.pdf', ''],
    ['pdf', ''],
    ['a.', ''],
    ['a.p df', ''],
  ])('reads the extension of %j as %j', (name, extension) =>
    expect(readExtension(name)).toBe(extension),
  )
})
