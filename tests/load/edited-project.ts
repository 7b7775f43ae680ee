import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const PARTS = [
  'src',
  'i18n',
  'scripts',
  'public',
  'astro.config.mjs',
  'postcss.config.mjs',
  'package.json',
  'tsconfig.json',
]
const FOOTER = 'src/components/footer/Footer.astro'

/** A copy of this project with editable sources. */
export interface EditedProject {
  folder: string
  /** Edits a message or the code of a component, and returns the file. */
  edit(): string
  remove(): void
}

export function openEditedProject(folder: string): EditedProject {
  mkdirSync(folder, { recursive: true })
  for (const part of PARTS) cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  let edits = 0

  function replace(file: string, from: RegExp, to: string): string {
    const before = readFileSync(join(folder, file), 'utf8')
    const after = before.replace(from, to)
    if (after === before) throw new Error(`${file} does not match ${from}`)
    writeFileSync(join(folder, file), after)
    return file
  }

  return {
    folder: resolve(folder),
    edit() {
      edits += 1
      return edits % 2 === 1
        ? replace('i18n/zh-cn/nav.json', /"privacy": "[^"]*"/, `"privacy": "隐私 ${edits}"`)
        : replace(FOOTER, /<p class="small"[^>]*>/, `<p class="small" data-edit="${edits}">`)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
