import { createHash } from 'node:crypto'

/** Inline scripts and style sheets, with their attributes and their text. */
const INLINE = /<(script|style)\b([^>]*)>([^]*?)<\/\1>/g
const HASH = /'sha256-[^']+'/g

/**
 * Reduces a content security policy to the hashes of what a page contains. Astro names the inline
 * scripts and style sheets of the whole site in the policy of every page, which makes headers larger
 * than the buffers that proxies have by default (nginx: 4 KB).
 * @param policy as Astro computes it; no hash is added to it
 * @param html the rendered page
 */
export function keepPageHashes(policy: string, html: string): string {
  const hashes = new Set<string>()
  for (const [, , attributes = '', text = ''] of html.matchAll(INLINE)) {
    if (!/\ssrc=/.test(attributes)) hashes.add(hashOf(text))
  }
  return policy
    .split(';')
    .map((directive) =>
      directive
        .replace(HASH, (hash) => (hashes.has(hash) ? hash : ''))
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((directive) => directive !== '')
    .join('; ')
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
