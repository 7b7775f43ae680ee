import type { IslandTexts } from '#i18n/island-areas.ts'
import { Suspense, useState, type MouseEvent } from 'react'
import { Checkbox } from '#features/forms/Checkbox.tsx'
import type { FieldBinding } from '#features/forms/use-form.ts'
import { lazyWithRetry } from '#features/ui/wait-for-network.ts'
import type { LoginSite } from './login-site.ts'

const DocumentDialog = lazyWithRetry(() =>
  import('./DocumentDialog.tsx').then((module) => module.DocumentDialog),
)

/** Whether a document is HTML of this site, which the dialog can show. */
const isOwnPage = (src: string) =>
  /\.html?$/.test(src) && new URL(src, location.href).origin === location.origin

interface Props {
  binding: FieldBinding
  site: LoginSite
  t: IslandTexts<'login'>
}

/** Consent, never preselected; both documents open in a dialog, so that no input is lost. */
export function Consent({ binding, site, t }: Props) {
  const [shown, setShown] = useState<{ title: string; src: string } | null>(null)

  function link(title: string, src: string) {
    const open = (event: MouseEvent): void => {
      // The browser handles other file types, other hosts and modified clicks.
      if (!isOwnPage(src) || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      setShown({ title, src })
    }
    return (
      <a className="tap" href={src} target="_blank" rel="noopener" onClick={open}>
        {title}
      </a>
    )
  }

  return (
    <>
      <Checkbox {...binding}>
        {t('login:agree_1')} {link(t('login:agreement'), site.agreement)} {t('login:agree_and')}{' '}
        {link(t('login:policy'), site.policy)}
      </Checkbox>
      {shown && (
        <Suspense>
          <DocumentDialog {...shown} t={t} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
