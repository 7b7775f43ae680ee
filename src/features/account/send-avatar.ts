import { saveProfile, type Profile } from '#api/profile.ts'
import type { CallResult } from '#client/create-client.ts'
import { callApi } from '#stores/client.ts'
import { createTransfer, type Transfer } from '#stores/transfer.ts'

/** Uploads a picture; resolves when the upload was accepted or refused. */
function upload(file: File): Promise<Transfer> {
  return new Promise((resolve) => {
    const transfer = createTransfer({
      kind: 'avatar',
      draft: { file, grant: null, url: null, upload: null },
      // Not resumable after a reload: choosing the picture again is quicker.
      save: () => {},
      report: (state) => {
        if (state.status === 'done' || state.status === 'failed') resolve(state)
      },
    })
    void transfer.start()
  })
}

/** Uploads a picture and saves it as the member's avatar. */
export async function sendAvatar(file: File): Promise<CallResult<Profile>> {
  const { upload: done, fault } = await upload(file)
  if (done !== null) return callApi(saveProfile, { body: { avatar_upload_id: done.id } })
  if (fault?.kind === 'unauthorized') return { status: 'unauthorized' }
  if (fault?.kind === 'refused') return { status: 'refused', msg: '', ...fault }
  throw new Error('the upload failed')
}
