import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BuildCancelled, type Builder, type BuildRequest } from '#scripts/publish/built-site.ts'
import { openPublishing } from '#scripts/publish/open-publishing.ts'
import { openStore, type Store } from '#scripts/publish/store.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'
import { openEmptyRelease, publishingOptions, waitUntilIdle } from './publishing-site.ts'
import { storeSmallSite } from './small-site.ts'

/** A builder that defers files to `complete`, which runs until the test resolves its completion. */
function createDeferringBuilder(store: Store) {
  const content = { text: 'Teahouse' }
  const scopes: BuildRequest['scope'][] = []
  const completions: PromiseWithResolvers<void>[] = []
  const builder: Builder = {
    async build({ scope, onProgress }) {
      scopes.push(scope)
      onProgress({ phase: 'render', done: 1 })
      return {
        ...(await storeSmallSite({ text: content.text, items: [1] }, store)),
        deferredFiles: 3,
      }
    },
    async complete({ cancelSignal, onProgress }) {
      onProgress({ phase: 'media', done: 1, total: 3 })
      const ended = Promise.withResolvers<void>()
      completions.push(ended)
      const cancel = () => ended.reject(new BuildCancelled())
      if (cancelSignal?.aborted) cancel()
      cancelSignal?.addEventListener('abort', cancel)
      await ended.promise
      return storeSmallSite({ text: content.text, items: [1] }, store)
    },
  }
  return { builder, content, scopes, completions }
}

/** Starts publishing with an empty data folder. */
async function beginFirstSite({ servesProvisional }: { servesProvisional: boolean }) {
  const dataDir = path.join(await makeFolder(), '.data')
  const deferring = createDeferringBuilder(openStore(dataDir))
  const results: string[] = []
  const phases: string[] = []
  const served = openEmptyRelease(dataDir)
  onTestFinished(served.close)
  const publishing = await openPublishing({
    ...publishingOptions(dataDir, deferring.builder),
    target: served,
    servesProvisional,
    onProgress: ({ phase }) => phases.push(phase),
    onStarted: (result) => results.push(result),
  })
  onTestFinished(() => publishing.close())
  const begun = publishing.begin(() => {})
  return { ...deferring, served, publishing, begun, results, phases }
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

test('serves edits of a first site before its images are encoded', async () => {
  const { publishing, begun, content, scopes, completions, served, results, phases } =
    await beginFirstSite({ servesProvisional: true })
  await begun
  const { publisher } = publishing
  const first = publisher.provisional
  if (!first) throw new Error('there is no provisional site')

  content.text = 'Thunderstorm'
  publisher.notify([{ kind: 'performances', id: 1 }])
  await until(() => completions.length === 2)

  const before = first.files.get('/index.html')?.hash
  expect(served.getManifest().files.get('/index.html')?.hash).not.toBe(before)
  expect(publisher.live).toBeUndefined()
  expect(scopes).toEqual(['all', [{ kind: 'performances', id: 1 }]])

  completions.at(-1)?.resolve()
  await waitUntilIdle(publishing)
  const { status } = publisher
  expect(status.builds.map(({ cause, result }) => [cause, result.kind])).toEqual([
    ['start', 'published'],
  ])
  await until(() => results.length === 1)
  // The edit that joined the build does not repeat reported phases.
  expect(phases).toEqual(['fetch', 'render', 'media', 'media', 'gate', 'switch'])
  expect([publisher.provisional, publisher.live?.manifest.files.size]).toEqual([
    undefined,
    first.files.size,
  ])
})

test('serves no provisional site if only releases are served', async () => {
  const { publishing, begun, content, completions } = await beginFirstSite({
    servesProvisional: false,
  })
  await until(() => completions.length === 1)
  content.text = 'Thunderstorm'
  publishing.publisher.notify()
  await until(() => completions.length === 2)
  expect([publishing.publisher.provisional, publishing.publisher.live]).toEqual([
    undefined,
    undefined,
  ])
  completions.at(-1)?.resolve()
  await begun
  expect(publishing.publisher.live?.release.content).toBe('c')
})
