import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { DEFAULT_THEME } from '#api/theme.ts'
import { buildConfig } from '#content/build-config.ts'
import { findAvailablePicture } from '#content/pictures.ts'
import { listFaults, recordReads } from '#content/query-cache.ts'
import { neededFiles } from '#integrations/media/media-store.ts'
import { makeShareCard } from '#integrations/share-cards/share-cards.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

const cdn = createServer((_request, response) => response.writeHead(503).end())

// Only this origin may be on a private network.
serveBuild(cdn)

test('draws a card without artwork that the image CDN does not return', async () => {
  const text = {
    locale: 'en',
    kicker: 'Drama',
    title: 'The Seagull',
    titleLocale: 'en',
    subtitle: '',
    facts: [],
    organization: 'Entracte',
    seal: null,
    colours: DEFAULT_THEME,
  } as const
  const artwork = `${buildConfig.adminApiUrl}/a.webp`
  const { reads } = await recordReads(() =>
    makeShareCard({ ...text, facts: [] }, artwork, findAvailablePicture),
  )
  expect([...neededFiles.keys()]).toContainEqual(expect.stringMatching(/^images\/share-/))
  // The page is rendered again once the CDN returns the image.
  const [fault] = await listFaults(reads)
  expect(fault).toMatchObject({ subject: artwork, reason: 'responded with status 503' })
})
