// Sandboxed process that checks one untrusted file: `check-file.ts KIND PATH OUTPUT`. It has no access to
// secrets or the database, and writes its verdict to stdout as JSON.
import type { UploadKind } from '#api/upload.ts'
import { WRONG_TYPE, type FileVerdict } from './verdict.ts'

const [kind, path = '', output = ''] = process.argv.slice(2)

type Check = (path: string, output: string) => Promise<FileVerdict>

// Loaded before errors are caught: a broken installation must not look like an invalid file.
const LOADERS: Record<UploadKind, () => Promise<Check>> = {
  resume: async () => (await import('./check-pdf.ts')).checkPdf,
  video: async () => (await import('./check-video.ts')).checkVideo,
  avatar: async () => (await import('./check-avatar.ts')).checkAvatar,
}

function writeVerdict(verdict: FileVerdict): void {
  process.stdout.write(JSON.stringify(verdict), () => process.exit(0))
}

const check = await LOADERS[kind as UploadKind]()
// Libraries report invalid files by various errors, some of them outside their promises.
process.on('uncaughtException', () => writeVerdict(WRONG_TYPE))
writeVerdict(await check(path, output).catch(() => WRONG_TYPE))
