import { Dialog } from '#features/ui/Dialog.tsx'
import { LazyWithRetry } from '#features/ui/LazyWithRetry.tsx'
import type { InvoiceFormProps } from './InvoiceForm.tsx'

// A chunk of its own, so that the dialog opens before the form library has loaded.
const loadForm = () => import('./InvoiceForm.tsx').then((module) => module.InvoiceForm)

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
      <LazyWithRetry load={loadForm} props={form} />
    </Dialog>
  )
}
