import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { listWithImports } from '#integrations/bundle/island-modules.ts'

/** A file of the release and its transfer size in bytes after brotli 11. */
export interface WeighedFile {
  /** Path in the release: `_astro/client.Ab12.js`. */
  file: string
  bytes: number
}

/** Transfer size of the first view without images and fonts, in bytes after brotli 11. */
export interface PageWeight {
  html: number
  /** Inline scripts, compressed separately. */
  inlineScript: number
  /** Inline styles, compressed separately. */
  inlineStyle: number
  css: WeighedFile[]
  /** All scripts and message files that load without interaction, including islands out of view. */
  js: WeighedFile[]
}

const sizes = new Map<string, number>()

function compress(content: string | Buffer): number {
  if (content.length === 0) return 0
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return brotliCompressSync(content, { params }).length
}

/** Compresses with a cache, because many pages share files (by path) and inline code (by text). */
function compressOnce(key: string, read: () => string | Buffer): number {
  const bytes = sizes.get(key) ?? compress(read())
  sizes.set(key, bytes)
  return bytes
}

const compressInline = (texts: readonly string[]): number => {
  const text = texts.join('\n')
  return compressOnce(text, () => text)
}

function weigh(release: string, file: string): WeighedFile {
  const path = join(release, file)
  return { file, bytes: compressOnce(path, () => readFileSync(path)) }
}

const matches = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, text = '']) => text)

const own = (addresses: readonly string[]): string[] =>
  [...new Set(addresses)].filter((url) => /^\/(?!\/)/.test(url)).map((url) => url.slice(1))

/** Finds the scripts of a page: module scripts, islands and their renderers, with all static imports. */
function findScripts(release: string, html: string): string[] {
  const inline = matches(html, /<script type="module">([\s\S]*?)<\/script>/g)
  const entries = [
    ...matches(html, /<script\b[^>]*\bsrc="([^"]+\.js)"/g),
    ...matches(html, /\b(?:component|renderer|before-hydration)-url="([^"]+)"/g),
    ...inline.flatMap((text) => matches(text, /\b(?:from|import)\s*["'](\/_astro\/[^"']+)["']/g)),
  ]
  return listWithImports(own(entries), (file) => readFileSync(join(release, file), 'utf8'))
}

/** Finds the message files of the islands of a page. */
const findMessages = (html: string): string[] =>
  own(matches(html, /&quot;(\/_astro\/[^&]+\.json)&quot;/g))

/** Measures the scripts of one document of a built site. */
export function weighScripts(
  release: string,
  file: string,
  html = readFileSync(join(release, file), 'utf8'),
): Pick<PageWeight, 'inlineScript' | 'js'> {
  const scripts = matches(
    html,
    /<script(?![^>]*\bsrc=|[^>]*(?:json|speculationrules))[^>]*>([\s\S]*?)<\/script>/g,
  )
  return {
    inlineScript: compressInline(scripts),
    js: [...findScripts(release, html), ...findMessages(html)].map((path) => weigh(release, path)),
  }
}

/** Measures one document of a built site. */
export function weighPage(release: string, file: string): PageWeight {
  const html = readFileSync(join(release, file), 'utf8')
  const styles = matches(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
  const scripted = html.replaceAll(/<noscript>.*?<\/noscript>/gs, '')
  const css = own(matches(scripted, /<link rel="stylesheet" href="([^"]+)"/g))
  return {
    html: compress(html),
    ...weighScripts(release, file, html),
    inlineStyle: compressInline(styles),
    css: css.map((path) => weigh(release, path)),
  }
}

export const sum = (files: readonly WeighedFile[]): number =>
  files.reduce((total, { bytes }) => total + bytes, 0)
