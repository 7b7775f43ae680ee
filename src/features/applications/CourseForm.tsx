import type { IslandProps, IslandTexts } from '#i18n/island-areas.ts'
import type { ApplyInfo } from '#api/application.ts'
import {
  applyToCourse,
  CourseApplicationSchema,
  getCourseApplyInfo,
} from '#api/course-application.ts'
import type { UploadInfo } from '#api/upload.ts'
import { ApplicationFrame, Section } from './ApplicationFrame.tsx'
import { useApplication } from './use-application.ts'
import { explainOther, HeardFrom } from './HeardFrom.tsx'
import { Checkbox } from '#features/forms/Checkbox.tsx'
import { MobileField } from '#features/forms/MobileField.tsx'
import { TextArea } from '#features/forms/TextArea.tsx'
import { NumberField, TextField } from '#features/forms/TextField.tsx'
import { formatBytes } from './upload/format-size.ts'
import { UploadField } from './upload/UploadField.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { callApi } from '#stores/client.ts'
import { getDraftKey } from '#stores/drafts.ts'

const BLANK = {
  name: '',
  age: null,
  school: '',
  email: '',
  mobile: '',
  social_account: '',
  resume_upload_id: null,
  video_upload_id: null,
  single_take: false,
  self_introduction: '',
  hope: '',
  heard_from_note: '',
} as const

const UPLOADS = ['resume_upload_id', 'video_upload_id']

const getLabels = (t: IslandTexts<'application'>) => ({
  name: t('application:name'),
  age: t('application:age'),
  school: t('application:school'),
  email: t('application:email'),
  mobile: t('application:mobile'),
  social_account: t('application:social_account'),
  resume_upload_id: t('application:resume'),
  video_upload_id: t('application:video'),
  single_take: t('application:single_take'),
  self_introduction: t('application:self_introduction'),
  hope: t('application:hope'),
  heard_from: t('application:heard_from'),
  heard_from_note: t('application:heard_from_note'),
})

interface Props extends IslandProps<'courseApplication'> {
  /** The application info at build time. */
  info: ApplyInfo
  upload: UploadInfo
}

/** The application form of a course (spec section 3). */
export function CourseForm({ locale, messages, info: initial, upload }: Props) {
  const t: IslandTexts<'courseApplication'> = useTexts(messages)
  const draft = getDraftKey('course', initial.subject.id)
  const form = useForm(CourseApplicationSchema, {
    t,
    defaults: { course_id: initial.subject.id, ...BLANK, heard_from: [] },
    labels: getLabels(t),
    rules: explainOther,
  })
  const application = useApplication(form, {
    initial,
    draft,
    uploads: UPLOADS,
    infoEndpoint: getCourseApplyInfo,
    send: (body, call) => callApi(applyToCourse, { body, ...call }),
  })
  const { field } = form
  const file = { draft, info: upload, setFault: form.setFault, t }
  const sizes = {
    resume: formatBytes(upload.resume_max_bytes),
    video: formatBytes(upload.video_max_bytes),
  }
  return (
    <ApplicationFrame kind="course" form={form} application={application} locale={locale} t={t}>
      <Section title={t('application:about_you')}>
        <TextField {...field('name')} autoComplete="name" />
        <NumberField {...field('age')} />
        <TextField
          {...field('school')}
          autoComplete="organization"
          hint={t('application:school_hint')}
        />
        <TextField {...field('email')} type="email" inputMode="email" autoComplete="email" />
        <MobileField {...field('mobile')} t={t} />
        <TextField {...field('social_account')} hint={t('application:social_account_hint')} />
      </Section>
      <Section title={t('application:material')}>
        <UploadField
          {...field('resume_upload_id')}
          {...file}
          kind="resume"
          hint={t('application:resume_hint', { size: sizes.resume })}
        />
        <div>
          <UploadField
            {...field('video_upload_id')}
            {...file}
            kind="video"
            hint={t('application:video_hint', { size: sizes.video })}
          />
          <Checkbox {...field('single_take')} />
        </div>
      </Section>
      <Section title={t('application:words')}>
        <TextArea {...field('self_introduction')} isCounted hint={t('application:words_hint')} />
        <TextArea {...field('hope')} isCounted hint={t('application:words_hint')} />
      </Section>
      <Section title={t('application:source')}>
        <HeardFrom field={field} options={initial.heard_from} t={t} />
      </Section>
    </ApplicationFrame>
  )
}
