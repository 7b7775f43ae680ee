import { LOCALES } from '#api/language.ts'
import type { MessageSettings } from '#api/messages.ts'
import { OptionalMessageSchema, saveMessageSettings, SentChannelSchema } from '#api/messages.ts'
import { isMissingEndpoint } from '#client/errors.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { useLoad } from '#features/ui/use-load.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { callApi } from '#stores/client.ts'
import { requestMessageSettings } from './request.ts'
import { useAction } from '#features/forms/use-action.ts'
import './messages.css'

/** Message settings of the member: messages, channels and language; each change is saved at once. */
export function MessageChoices({ hasEmail, t }: IslandPart<'user'> & { hasEmail: boolean }) {
  const { state, retry, set } = useLoad(requestMessageSettings)
  const { isBusy, error, run } = useAction(t)
  if (state.status === 'failed') {
    if (isMissingEndpoint(state.error)) return null
    return <LoadFailure error={state.error} t={t} onRetry={retry} />
  }
  if (state.status !== 'done') return null
  const { lang, choices } = state.data
  const save = (body: Partial<MessageSettings>) =>
    void run(() => callApi(saveMessageSettings, { body }), set)
  return (
    <div className="message-choices">
      <h3>{t('user:choices')}</h3>
      <p>{t(hasEmail ? 'user:choices_text' : 'user:choices_no_email')}</p>
      {OptionalMessageSchema.options.map((message) => (
        <fieldset key={message}>
          <legend>{t(`user:choice_${message}`)}</legend>
          {SentChannelSchema.options.map((channel) => {
            const choice = choices.find((one) => one.message === message && one.channel === channel)
            if (!choice) return null
            return (
              <label key={channel}>
                <input
                  type="checkbox"
                  checked={choice.is_on && (channel !== 'mail' || hasEmail)}
                  disabled={isBusy || (channel === 'mail' && !hasEmail)}
                  onChange={() => save({ choices: [{ ...choice, is_on: !choice.is_on }] })}
                />
                {t(`user:channel_${channel}`)}
              </label>
            )
          })}
        </fieldset>
      ))}
      <fieldset>
        <legend>{t('user:choice_language')}</legend>
        {LOCALES.map((locale) => (
          <label key={locale} lang={LOCALE_TRAITS[locale].htmlLang}>
            <input
              type="radio"
              name="message-language"
              checked={lang === locale}
              disabled={isBusy}
              onChange={() => save({ lang: locale })}
            />
            {LOCALE_TRAITS[locale].name}
          </label>
        ))}
      </fieldset>
      {error && (
        <p role="alert" className="send-failure">
          {error}
        </p>
      )}
    </div>
  )
}
