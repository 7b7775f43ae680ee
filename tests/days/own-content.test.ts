import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder, runCommand } from '#tests/support/clean-clone.ts'

test('an organisation tries the demo, then publishes its own content', async () => {
  const folder = await makeTemporaryFolder('entracte-venue')
  const settings = { DATA_DIR: join(folder, 'data'), SITE_PORT: '0', ADMIN_API_PORT: '0' }
  const venue = join(folder, 'my-venue')
  const admin = async (...words: [string, ...string[]]) => {
    const command = runCommand('.', ['npm', 'run', 'admin', '--', 'content', ...words], settings)
    return { code: await command.exited, text: command.output() }
  }
  const start = runCommand('.', ['npm', 'start'], settings)
  const [, site = ''] = await start.waitForOutput(/Site\s+(http:\S+)/)
  const read = async (path: string) => {
    const response = await fetch(site + path)
    return { status: response.status, text: await response.text() }
  }
  expect((await read('/en')).text).toContain('Entracte')

  expect(await admin('init', venue)).toMatchObject({ code: 0 })
  const file = join(venue, 'site.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('en: My Venue }', 'en: The Harbour Stage }'))
  expect(await admin('check', venue)).toMatchObject({ code: 0 })

  // A fault is reported before anything changes.
  await writeFile(file, text.replace('?id=the-seagull', '?id=the-gull'))
  const faulty = await admin('import', venue)
  expect(faulty.code).toBe(1)
  expect(faulty.text).toContain('There is no performance "the-gull"')
  expect((await read('/en')).text).not.toContain('My Venue')

  await writeFile(file, text.replace('en: My Venue }', 'en: The Harbour Stage }'))
  const imported = await admin('import', venue)
  expect(imported).toMatchObject({ code: 0, text: expect.stringMatching(/ is live, \d+ pages/) })

  const home = await read('/en')
  expect(home.text).toContain('The Harbour Stage')
  expect(home.text).toContain('The Seagull')
  // The slug of the venue's content has its own page.
  const [, link = '/no-link'] = home.text.match(/href="(\/en\/drama\/detail\?id=\d+)"/) ?? []
  expect(await read(link)).toEqual({ status: 200, text: expect.stringContaining('The Seagull') })
  // The demo content was removed.
  expect((await read('/en/drama/detail?id=1')).status).toBe(404)
})
