import type { IslandProps, IslandTexts } from '#i18n/island-areas.ts'
import {
  ActivityApplicationSchema,
  applyToActivity,
  getActivityApplyInfo,
  SOCIAL_PLATFORMS,
} from '#api/activity-application.ts'
import type { ApplyInfo } from '#api/application.ts'
import { ApplicationFrame, Section } from './ApplicationFrame.tsx'
import { useApplication } from './use-application.ts'
import { explainOther, HeardFrom } from './HeardFrom.tsx'
import { OptionGroup } from '#features/forms/OptionGroup.tsx'
import { isBlank } from '#features/forms/issues.ts'
import { MobileField } from '#features/forms/MobileField.tsx'
import { Select } from '#features/forms/Select.tsx'
import { TextArea } from '#features/forms/TextArea.tsx'
import { NumberField, TextField } from '#features/forms/TextField.tsx'
import { useField, useForm, type FieldBinding } from '#features/forms/use-form.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { callApi } from '#stores/client.ts'
import { getDraftKey } from '#stores/drafts.ts'

const BLANK = {
  name: '',
  age: null,
  job: '',
  email: '',
  mobile: '',
  similar_before: null,
  similar_before_note: '',
  hope: '',
  special_needs: '',
  social_platform: null,
  social_account: '',
  heard_from_note: '',
} as const

const getLabels = (t: IslandTexts<'application'>) => ({
  name: t('application:name'),
  age: t('application:age'),
  job: t('application:job'),
  email: t('application:email'),
  mobile: t('application:mobile'),
  similar_before: t('application:similar_before'),
  similar_before_note: t('application:similar_before_note'),
  hope: t('application:hope'),
  special_needs: t('application:special_needs'),
  heard_from: t('application:heard_from'),
  heard_from_note: t('application:heard_from_note'),
  social_platform: t('application:social_platform'),
  social_account: t('application:platform_account'),
})

/** The answer "yes" requires an explanation. */
const explainSimilar = (values: { similar_before: unknown; similar_before_note: unknown }) =>
  values.similar_before === 1 && isBlank(values.similar_before_note)
    ? ({ similar_before_note: 'forms:please_input' } as const)
    : {}

interface Props extends IslandProps<'application'> {
  /** The application info at build time. */
  info: ApplyInfo
}

/** The application form of an activity (spec section 3). */
export function ActivityForm({ locale, messages, info: initial }: Props) {
  const t: IslandTexts<'application'> = useTexts(messages)
  const draft = getDraftKey('activity', initial.subject.id)
  const form = useForm(ActivityApplicationSchema, {
    t,
    defaults: { activity_id: initial.subject.id, ...BLANK, heard_from: [] },
    labels: getLabels(t),
    rules: (values) => ({ ...explainOther(values), ...explainSimilar(values) }),
  })
  const similar = [
    { value: 1, label: t('application:similar_yes') },
    { value: 0, label: t('application:similar_no') },
  ]
  const platforms = SOCIAL_PLATFORMS.map((value) => ({
    value,
    label: t(`application:platform_${value}`),
  }))
  const application = useApplication(form, {
    initial,
    draft,
    infoEndpoint: getActivityApplyInfo,
    send: (body, call) => callApi(applyToActivity, { body, ...call }),
    choices: { similar_before: similar, social_platform: platforms },
  })
  const { field } = form
  return (
    <ApplicationFrame kind="activity" form={form} application={application} locale={locale} t={t}>
      <Section title={t('application:about_you')}>
        <TextField {...field('name')} autoComplete="name" />
        <NumberField {...field('age')} />
        <TextField {...field('job')} autoComplete="organization-title" />
        <TextField {...field('email')} type="email" inputMode="email" autoComplete="email" />
        <MobileField {...field('mobile')} t={t} />
      </Section>
      <Section title={t('application:words')}>
        <OptionGroup type="radio" {...field('similar_before')} options={similar} />
        <SimilarNote choice={field('similar_before')} note={field('similar_before_note')} />
        <TextArea {...field('hope')} isCounted hint={t('application:words_hint')} />
        <TextArea {...field('special_needs')} hint={t('application:special_needs_hint')} />
      </Section>
      <Section title={t('application:source')}>
        <HeardFrom field={field} options={initial.heard_from} t={t} />
        <Select {...field('social_platform')} options={platforms} />
        <TextField {...field('social_account')} />
      </Section>
    </ApplicationFrame>
  )
}

/** The description of an earlier workshop; required if there was one. */
function SimilarNote({ choice, note }: { choice: FieldBinding; note: FieldBinding }) {
  const { value } = useField(choice)
  return <TextField {...note} isRequired={value === 1} />
}
