// The process that looks into one file of a stranger: `check-file.ts KIND PATH OUTPUT`. It holds no
// secret and no database, and says its verdict as one line of JSON.
import type { UploadKind } from '#api/upload.ts'
import { WRONG_TYPE, type Verdict } from './verdict.ts'

const [kind, path = '', output = ''] = process.argv.slice(2)

// Loaded before anything is caught: a broken installation must not look like a broken file.
const LOADERS: Record<UploadKind, () => Promise<() => Promise<Verdict>>> = {
  resume: async () => {
    const { checkPdf } = await import('./check-pdf.ts')
    return () => checkPdf(path)
  },
  video: async () => {
    const { checkVideo } = await import('./check-video.ts')
    return () => checkVideo(path)
  },
  avatar: async () => {
    const { checkAvatar } = await import('./check-avatar.ts')
    return () => checkAvatar(path, output)
  },
}

function answer(verdict: Verdict): void {
  process.stdout.write(JSON.stringify(verdict), () => process.exit(0))
}

const check = await LOADERS[kind as UploadKind]()
// Each library refuses in its own words, some beside their promises; to us it is the same: the file
// is not what it says it is.
process.on('uncaughtException', () => answer(WRONG_TYPE))
answer(await check().catch(() => WRONG_TYPE))
