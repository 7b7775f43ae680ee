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
  ])('%j becomes %j', (given, clean) => expect(cleanName(given)).toBe(clean))

  test.each(['', '/', '..', '. .', '\u0000\u202E', 'folder/'])('%j leaves nothing', (given) =>
    expect(cleanName(given)).toBeNull(),
  )

  test('keeps 120 characters, and the extension', () => {
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
  ])('of %j is %j', (name, extension) => expect(readExtension(name)).toBe(extension))
})
