import { hashSource } from './policy.ts'

/** Inline scripts and style sheets with attributes and content. */
const INLINE = /<(script|style)\b([^>]*)>([^]*?)<\/\1>/g
const HASH = /'sha256-[^']+'/g

/**
 * Reduces a content security policy to the hashes of a page. Astro adds the hashes of all inline scripts
 * and style sheets of the site to every page, which exceeds the default header buffers of proxies (nginx:
 * 4 KB).
 * @param policy the policy from Astro
 * @param html the rendered page
 */
export function keepPageHashes(policy: string, html: string): string {
  const hashes = new Set<string>()
  for (const [, , attributes = '', text = ''] of html.matchAll(INLINE)) {
    if (!/\ssrc=/.test(attributes)) hashes.add(`'${hashSource(text)}'`)
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
