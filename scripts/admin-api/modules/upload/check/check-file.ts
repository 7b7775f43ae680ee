// Sandboxed process that checks one untrusted file: `check-file.ts KIND PATH OUTPUT`. It has no access to
// secrets or the database, and writes its verdict to stdout as JSON.
import type { UploadKind } from '#api/upload.ts'
import { WRONG_TYPE, type Verdict } from './verdict.ts'

const [kind, path = '', output = ''] = process.argv.slice(2)

// Loaded before errors are caught: a broken installation must not look like an invalid file.
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

function writeVerdict(verdict: Verdict): void {
  process.stdout.write(JSON.stringify(verdict), () => process.exit(0))
}

const check = await LOADERS[kind as UploadKind]()
// Libraries report invalid files by various errors, some of them outside their promises.
process.on('uncaughtException', () => writeVerdict(WRONG_TYPE))
writeVerdict(await check().catch(() => WRONG_TYPE))
