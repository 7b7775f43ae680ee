import { use } from 'react'
import { readMessages } from '#i18n/island-messages.ts'
import type { MessageArea, Translate } from '#i18n/messages.ts'
import { createTexts } from '#i18n/create-texts.ts'
import { trackLoading } from '#stores/loading.ts'

type Messages = Record<string, string>

const loads = new Map<string, Promise<Messages>>()

async function fetchMessages(path: string): Promise<Messages> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

function handleFailure(path: string, cause: unknown): Promise<never> {
  reportError(new Error(`Loading chunk ${path} failed`, { cause }))
  // Never resolves, so that the prerendered content stays: the island cannot render without its texts.
  return new Promise(() => {})
}

function loadMessages(path: string): Promise<Messages> {
  // Tracked, because the island requests its data only after them: the page would count as loaded before.
  const load =
    loads.get(path) ??
    trackLoading(fetchMessages(path)).catch((cause) => handleFailure(path, cause))
  loads.set(path, load)
  return load
}

/** `t` of an island in the page's locale. In a browser the island hydrates once its messages have loaded. */
export function useTexts<A extends MessageArea>(files: Readonly<Record<A, string>>): Translate<A> {
  const entries = Object.entries<string>(files)
  if (import.meta.env.SSR)
    return createTexts(
      Object.fromEntries(entries.map(([area, path]) => [area, readMessages(path)])),
    )
  const loading = entries.map(([area, path]) => [area, loadMessages(path)] as const)
  return createTexts(Object.fromEntries(loading.map(([area, load]) => [area, use(load)])))
}
