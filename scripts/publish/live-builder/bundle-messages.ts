import type { HookParameters } from 'astro'

type PagesOfHook = HookParameters<'astro:build:setup'>['pages']
type PageOfHook = PagesOfHook extends Map<string, infer Page> ? Page : never

/** What renders the pages of the site, as Astro has bundled it. */
export interface Bundle {
  /** The module to begin with. */
  entry: string
  /** Address of the site, without a path. */
  origin: string
  /** The style sheets of each page file, by the name that Astro gives it. */
  pages: ReadonlyMap<string, Pick<PageOfHook, 'styles'>>
}

/** What the process that bundles tells: first that pages can be rendered. */
export type BundleMessage = { kind: 'bundled'; bundle: Bundle } | { kind: 'failed'; error: unknown }
