import { Suspense, useState } from 'react'
import { ChangeMobileDialog } from './editors.ts'
import type { UserTexts } from './texts.ts'
import '#islands/ui/row-button.css'

interface Props {
  /** The number of the account. */
  mobile: string
  t: UserTexts
}

/** Opens the change of the phone number. */
export function ChangeMobile(props: Props) {
  const { t } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="row-button"
        aria-label={t('user:edit_of', { label: t('user:mobile') })}
        onClick={() => setOpen(true)}
      >
        {t('user:edit')}
      </button>
      {isOpen && (
        <Suspense>
          <ChangeMobileDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
