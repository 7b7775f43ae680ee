import type { Locator } from 'playwright/test'
import { makePdf } from './application-files.ts'
import type { InterfaceTexts } from './interface-texts.ts'

// The fields of application forms, as stories fill them.

/** A field by its label. */
export const field = (form: Locator, label: string) =>
  form.getByLabel(label, { exact: false }).first()
/** A field with its label, hint and error, by its name. */
export const box = (form: Locator, name: string) => form.locator(`[data-name="${name}"]`)
/** An answer to where one has heard of the course. */
export const heard = (form: Locator, label: string) =>
  box(form, 'heard_from').getByLabel(label, { exact: true })
/** Chooses a file. */
export const choose = (
  form: Locator,
  name: string,
  file: Parameters<Locator['setInputFiles']>[0],
) => box(form, name).locator('input[type=file]').first().setInputFiles(file)

/** Fills what is asked of each applicant. */
export async function fillPerson(form: Locator, t: InterfaceTexts): Promise<void> {
  await field(form, t('application:name')).fill('程砚秋')
  await field(form, t('application:age')).fill('22')
  await field(form, t('application:email')).fill('cheng@example.org')
}

/** Fills all fields of a course application but the files. */
export async function fillCourse(form: Locator, t: InterfaceTexts): Promise<void> {
  await fillPerson(form, t)
  await field(form, t('application:school')).fill('Theatre Academy')
  await field(form, t('application:social_account')).fill('@cheng')
  await field(form, t('application:self_introduction')).fill('我从小学唱。')
  await field(form, t('application:hope')).fill('To say less and mean it.')
  await heard(form, t('application:heard_from_friend')).check()
  await heard(form, t('application:heard_from_other')).check()
  await field(form, t('application:heard_from_note')).fill('A neighbour')
  await form.getByLabel(t('application:single_take')).check()
}

/** A résumé. */
export const PDF = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: makePdf() }
