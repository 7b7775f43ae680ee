import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { CodeRow } from '#features/auth/code/CodeRow.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

const t = createIslandTexts('en', 'code')

function Row({ to }: { to: string }) {
  const form = useForm(v.object({ code: v.string() }), { t, defaults: { code: '' }, labels: {} })
  const sending = {
    use: 'confirm',
    to,
    sent: { to, resendAt: 0, expiresAt: 1, notedAt: 0, outbox: null },
    seconds: 0,
    isSending: false,
    failure: null,
    send: () => Promise.resolve(null),
    dismiss: () => undefined,
  } as const
  return createElement(CodeRow, {
    form,
    binding: form.field('code'),
    sending,
    to,
    onSend: () => undefined,
    t,
  })
}

test.each([
  ['+8613800138000', '+86 138****8000'],
  // The number of an account may be of a country that is not listed.
  ['+254712345678', '+254****78'],
  ['anna@example.org', 'anna@example.org'],
])('shows that a code was sent to %s as %s', (to, shown) => {
  expect(renderToStaticMarkup(createElement(Row, { to }))).toContain(
    t('code:sent_to', { to: shown }),
  )
})
