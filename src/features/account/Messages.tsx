import { CallFailure } from '#features/ui/CallFailure.tsx'
import {
  listMessages,
  saveMessageSettings,
  SentChannelSchema,
  type MemberMessage,
  type MessageSettings,
  type OptionalMessage,
} from '#api/messages.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { isEndpointMissing, type useLoad } from '#features/ui/use-load.ts'
import { formatDateTime } from '#i18n/format.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import { href } from '#routes.ts'
import { callApi } from '#stores/client.ts'
import { ListSkeleton } from './Skeletons.tsx'
import type { ListedMessages } from './request.ts'
import { useAction } from '#features/forms/use-action.ts'
import { LOCALE_TRAITS, SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import '#features/ui/row-button.css'
import './messages.css'

interface Props extends IslandPart<'user'> {
  load: ReturnType<typeof useLoad<ListedMessages>>
}

/** Messages to the member, the latest first, with time and channels. */
export function MessageList({ load, ...part }: Props) {
  const { t } = part
  const { state, retry, set } = load
  const { isBusy, error, run } = useAction(t)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <ListSkeleton rows={2} />
  const { items, page, size, total } = state.data
  if (items.length === 0) return <p className="messages-none">{t('user:messages_none')}</p>
  return (
    <>
      <ul className="messages">
        {items.map((message) => (
          <Message key={message.id} message={message} {...part} />
        ))}
      </ul>
      <CallFailure reason={error} />
      {page * size < total && (
        <button
          type="button"
          className="row-button"
          aria-disabled={isBusy}
          onClick={() =>
            void run(
              () => callApi(listMessages, { body: { page: page + 1, size } }),
              (more) => {
                // A message that was sent meanwhile shifts the pages.
                const listedIds = new Set(items.map(({ id }) => id))
                set({
                  ...more,
                  items: [...items, ...more.items.filter(({ id }) => !listedIds.has(id))],
                })
              },
            )
          }
        >
          {t('user:messages_earlier')}
        </button>
      )}
    </>
  )
}

function Message({ message, locale, t }: IslandPart<'user'> & { message: MemberMessage }) {
  const { title, summary, at, order_no: orderNo, sent } = message
  return (
    <li className="message">
      <h3>
        {orderNo === null ? (
          title
        ) : (
          <a href={href('/order/Info', locale, { id: orderNo })}>{title}</a>
        )}
      </h3>
      <p>{summary}</p>
      <p className="facts">
        <time className="numeral" dateTime={at}>
          {formatDateTime(at, locale)}
        </time>
        {sent.map(({ channel, state }) => (
          <span key={channel}>{t(`user:message_${channel}_${state}`)}</span>
        ))}
      </p>
    </li>
  )
}

interface ChoicesProps extends IslandPart<'user'> {
  load: ReturnType<typeof useLoad<MessageSettings>>
  hasEmail: boolean
  /** The messages that can be switched off. */
  reminders: readonly OptionalMessage[]
}

/** Message settings of the member: messages, channels and language; each change is saved at once. */
export function MessageChoices({ load, hasEmail, reminders, t }: ChoicesProps) {
  const { state, retry, update } = load
  const { isBusy, error, run } = useAction(t)
  if (isEndpointMissing(state)) return null
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return null
  const { lang, choices } = state.data
  const replaceChoice = (saved: Choice) =>
    update((latest) => ({
      ...latest,
      choices: latest.choices.map((one) => (isSameChoice(one, saved) ? saved : one)),
    }))
  const saveLanguage = (locale: Locale) =>
    void run(
      () => callApi(saveMessageSettings, { body: { lang: locale } }),
      (saved) => update((latest) => ({ ...latest, lang: saved.lang })),
    )
  return (
    <div className="message-choices">
      <h3>{t('user:choices')}</h3>
      <p>{t(hasEmail ? 'user:choices_text' : 'user:choices_no_email')}</p>
      {reminders.map((message) => (
        <fieldset key={message}>
          <legend>{t(`user:choice_${message}`)}</legend>
          {SentChannelSchema.options.map((channel) => {
            const choice = choices.find((one) => isSameChoice(one, { message, channel }))
            const isAvailable = channel !== 'mail' || hasEmail
            return (
              choice && (
                <ChoiceBox
                  key={channel}
                  choice={choice}
                  isAvailable={isAvailable}
                  onSaved={replaceChoice}
                  t={t}
                />
              )
            )
          })}
        </fieldset>
      ))}
      {SITE_LOCALES.length > 1 && (
        <fieldset>
          <legend>{t('user:choice_language')}</legend>
          {SITE_LOCALES.map((locale) => (
            <label key={locale} lang={LOCALE_TRAITS[locale].htmlLang}>
              <input
                type="radio"
                name="message-language"
                checked={lang === locale}
                aria-disabled={isBusy}
                onChange={() => saveLanguage(locale)}
              />
              {LOCALE_TRAITS[locale].name}
            </label>
          ))}
        </fieldset>
      )}
      <CallFailure reason={error} />
    </div>
  )
}

type Choice = MessageSettings['choices'][number]

const isSameChoice = (one: Choice, other: Pick<Choice, 'message' | 'channel'>): boolean =>
  one.message === other.message && one.channel === other.channel

interface ChoiceProps {
  choice: Choice
  isAvailable: boolean
  onSaved: (saved: Choice) => void
  t: IslandPart<'user'>['t']
}

/** Whether the member gets a message by a channel. Each choice is saved by a call of its own. */
function ChoiceBox({ choice, isAvailable, onSaved, t }: ChoiceProps) {
  const { isBusy, error, run } = useAction(t)
  const changed = { ...choice, is_on: !choice.is_on }
  const save = () => callApi(saveMessageSettings, { body: { choices: [changed] } })
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={choice.is_on && isAvailable}
          disabled={!isAvailable}
          aria-disabled={isBusy || undefined}
          onChange={() => void run(save, () => onSaved(changed))}
        />
        {t(`user:channel_${choice.channel}`)}
      </label>
      <CallFailure reason={error} />
    </>
  )
}
