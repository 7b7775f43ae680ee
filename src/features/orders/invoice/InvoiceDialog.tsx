import { Dialog } from '#features/ui/Dialog.tsx'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import type { InvoiceFormProps } from './InvoiceForm.tsx'

// A chunk of its own, so that the dialog opens before the form library has loaded.
const InvoiceForm = lazyWithRetry(() =>
  import('./InvoiceForm.tsx').then((module) => module.InvoiceForm),
)

interface Props extends InvoiceFormProps {
  title: string
  onClose: () => void
}

/** Dialog for requesting the invoice of an order or changing the request. */
export function InvoiceDialog({ title, onClose, ...form }: Props) {
  const { t } = form
  return (
    <Dialog title={title} closeLabel={t('order:close')} onClose={onClose}>
      <p className="dialog-text">{t('order_info:invoice_text')}</p>
      <InvoiceForm {...form} />
    </Dialog>
  )
}
