import type { Locator } from 'playwright/test'
import type { InterfaceTexts } from './interface-texts.ts'
import { makePdf } from './upload.ts'

// Locators and steps for application forms in e2e tests.

/** A field by its label. */
export const field = (form: Locator, label: string) =>
  form.getByLabel(label, { exact: false }).first()
/** A field with its label, hint and error, by its name. */
export const fieldBox = (form: Locator, name: string) => form.locator(`[data-name="${name}"]`)
/** An option of "How did you hear about the course?". */
export const heardFromOption = (form: Locator, label: string) =>
  fieldBox(form, 'heard_from').getByLabel(label, { exact: true })
/** Selects a file for an upload field. */
export const chooseFile = (
  form: Locator,
  name: string,
  file: Parameters<Locator['setInputFiles']>[0],
) => fieldBox(form, name).locator('input[type=file]').first().setInputFiles(file)

/** Fills in the personal fields that all forms have. */
export async function fillPerson(form: Locator, t: InterfaceTexts): Promise<void> {
  await field(form, t('application:name')).fill('程砚秋')
  await field(form, t('application:age')).fill('22')
  await field(form, t('application:email')).fill('cheng@example.org')
}

/** Fills in all fields of a course application except the files. */
export async function fillCourse(form: Locator, t: InterfaceTexts): Promise<void> {
  await fillPerson(form, t)
  await field(form, t('application:school')).fill('Theatre Academy')
  await field(form, t('application:social_account')).fill('@cheng')
  await field(form, t('application:self_introduction')).fill('我从小学唱。')
  await field(form, t('application:hope')).fill('To say less and mean it.')
  await heardFromOption(form, t('application:heard_from_friend')).check()
  await heardFromOption(form, t('application:heard_from_other')).check()
  await field(form, t('application:heard_from_note')).fill('A neighbour')
  await form.getByLabel(t('application:single_take')).check()
}

/** A résumé to upload. */
export const PDF = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: makePdf() }
