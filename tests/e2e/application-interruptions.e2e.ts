import type { Locator } from 'playwright/test'
import {
  fieldBox,
  chooseFile,
  field,
  fillCourse,
  fillPerson,
  heardFromOption,
  PDF,
} from '#tests/support/application-form.ts'
import { holdResponse } from '#tests/support/hold-response.ts'
import { logIn } from '#tests/support/log-in.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test, testOffline } from './fixtures.ts'
import { COURSE, findActivity, openActivity, openCourse, VIDEO } from './open-application.ts'

const t = getTexts('zh-cn')

/** Fills in the required fields of an activity application, in Chinese. */
async function fillActivity(form: Locator): Promise<void> {
  await fillPerson(form, t)
  await field(form, t('application:job')).fill('Baker')
  await field(form, t('application:hope')).fill('To look behind the stage')
  await form.getByLabel(t('application:similar_no'), { exact: true }).check()
  await heardFromOption(form, t('application:heard_from_friend')).check()
  await field(form, t('application:social_platform')).selectOption('wechat')
  await field(form, t('application:platform_account')).fill('cheng')
}

test(
  'an upload can be paused and resumes after a reload; submitting waits for it',
  { tag: ['@S3.19'] },
  async ({ page }) => {
    await logIn(page)
    const form = await openCourse(page, 'zh-cn', COURSE.other)
    await fillCourse(form, t)
    await chooseFile(form, 'resume_upload_id', PDF)
    await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:done'))
    // Uploads hang until the route is removed.
    await page.route('**/api/upload/tus/**', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    )
    await chooseFile(form, 'video_upload_id', VIDEO)
    const label = t('application:video')
    const video = fieldBox(form, 'video_upload_id')
    const pause = video.getByRole('button', {
      name: t('upload:of', { action: t('upload:pause'), label }),
    })
    await pause.click()
    await expect(video).toContainText(t('upload:paused'))
    await video
      .getByRole('button', { name: t('upload:of', { action: t('upload:resume'), label }) })
      .click()
    const submit = form.getByRole('button', { name: t('application:submit') })
    await submit.click()
    await expect(form.getByRole('button', { name: t('forms:upload_wait') })).toBeDisabled()

    await page.reload()
    await expect(video).toContainText('curtain.mp4')
    await expect(field(form, t('application:school'))).toHaveValue('Theatre Academy')
    await pause.click()
    await expect(video).toContainText(t('upload:paused'))
    await page.unroute('**/api/upload/tus/**')
    // Resumes the upload, and sends the form at its end.
    await submit.click()
    await expect(page.getByRole('heading', { name: t('application:done_title') })).toBeVisible()
  },
)

test(
  'a page that is left before it has restored the draft keeps the draft',
  { tag: '@always' },
  async ({ page }) => {
    const form = await openActivity(page, 'zh-cn', await findActivity(page, 'open'))
    await field(form, t('application:name')).fill('程砚秋')
    await expect(page.getByText(t.part('application:draft_saved'))).toBeVisible()
    await page.addInitScript(() => {
      const { open: openDatabase } = IDBFactory.prototype
      IDBFactory.prototype.open = function (...database) {
        queueMicrotask(() => dispatchEvent(new PageTransitionEvent('pagehide')))
        return openDatabase.apply(this, database)
      }
    })
    await page.reload()
    await expect(page.locator('.application[data-ready]')).toBeVisible()
    await expect(field(form, t('application:name'))).toHaveValue('程砚秋')
  },
)

test('a draft keeps what was typed just before the profile arrives', async ({ page }) => {
  await logIn(page)
  const { fetched, release } = await holdResponse(page, '**/api/account/profile')
  const form = await openActivity(page, 'zh-cn', await findActivity(page, 'open'))
  await fetched
  await field(form, t('application:job')).fill('裁缝')
  release()
  await expect(field(form, t('application:mobile'))).not.toHaveValue('')
  await expect(page.getByText(t.part('application:draft_saved'))).toBeVisible()
  await page.reload()
  await expect(field(form, t('application:job'))).toHaveValue('裁缝')
})

test('a file can be dropped on its field', async ({ page }) => {
  await logIn(page)
  const form = await openCourse(page, 'zh-cn', COURSE.other)
  const target = fieldBox(form, 'resume_upload_id').getByRole('button').first()
  const isHandled = await target.evaluate((element, text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'resume.pdf', { type: 'application/pdf' }))
    // The browser would open a file whose events have no other effect.
    return ['dragover', 'drop'].map(
      (type) =>
        !element.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
        ),
    )
  }, PDF.buffer.toString('latin1'))
  expect(isHandled).toEqual([true, true])
  await expect(fieldBox(form, 'resume_upload_id')).toContainText('resume.pdf')
})

test('a login in another tab starts the upload of a chosen file', async ({ page, context }) => {
  const form = await openCourse(page, 'zh-cn', COURSE.other)
  await chooseFile(form, 'resume_upload_id', PDF)
  await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:waiting'))
  await logIn(await context.newPage())
  await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:done'))
})

test('the focus stays at a file field whose buttons change', async ({ page }) => {
  await logIn(page)
  const form = await openCourse(page, 'zh-cn', COURSE.other)
  const resume = fieldBox(form, 'resume_upload_id')
  await resume.getByRole('button').focus()
  await chooseFile(form, 'resume_upload_id', PDF)
  await expect(resume).toContainText(t('upload:done'))
  // The part of the field that contains the file or the buttons.
  const focused = resume.locator(':focus')
  await expect(focused.getByText(PDF.name)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(resume.getByText(PDF.name)).toHaveCount(0)
  await expect(focused.getByRole('button')).toBeVisible()
})

test('the file that was chosen last is uploaded, even if it was read first', async ({ page }) => {
  await logIn(page)
  const form = await openCourse(page, 'zh-cn', COURSE.other)
  const resume = fieldBox(form, 'resume_upload_id')
  // A large video takes seconds to read.
  await page.evaluate(() => {
    const { text } = Blob.prototype
    let isFirst = true
    Blob.prototype.text = async function () {
      if (isFirst) {
        isFirst = false
        document.body.dataset['held'] = ''
        await new Promise((resolve) => addEventListener('readfirst', resolve))
      }
      return text.call(this)
    }
  })
  await chooseFile(form, 'resume_upload_id', PDF)
  await expect(resume.getByText(t('upload:reading'))).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-held')
  await chooseFile(form, 'resume_upload_id', { ...PDF, name: 'latest.pdf' })
  await expect(resume).toContainText(t('upload:done'))
  // The first file would replace the second within some frames.
  await page.evaluate(async () => {
    dispatchEvent(new Event('readfirst'))
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame)
  })
  await expect(resume).toContainText('latest.pdf')
  await expect(resume).not.toContainText(t('upload:reading'))
})

test('the error summary leads to a file that was not accepted', async ({ page }) => {
  await logIn(page)
  const form = await openCourse(page, 'zh-cn', COURSE.other)
  await page.route('**/api/upload/complete', (route) =>
    route.fulfill({ json: { code: 500401, msg: '', time: 0, data: null } }),
  )
  await chooseFile(form, 'resume_upload_id', PDF)
  const resume = fieldBox(form, 'resume_upload_id')
  await expect(resume.getByText(t('errors:wrong_file_type'))).toBeVisible()
  await form.getByRole('button', { name: t('application:submit') }).click()
  const summary = form.getByRole('region', { name: t('forms:summary_title') })
  await summary.getByRole('link', { name: t('application:resume') }).click()
  await expect(resume.locator(':focus')).toHaveCount(1)
})

test.describe('offline', () => {
  testOffline('a chosen file is not read without an end', async ({ page, context }) => {
    const form = await openCourse(page, 'zh-cn', COURSE.other)
    const resume = fieldBox(form, 'resume_upload_id')
    await context.setOffline(true)
    await chooseFile(form, 'resume_upload_id', PDF)
    await expect(resume).toContainText(t('errors:network'))
    await expect(resume).not.toContainText(t('upload:reading'))
    await context.setOffline(false)
    await chooseFile(form, 'resume_upload_id', PDF)
    await expect(resume).toContainText(t('upload:waiting'))
    await expect(resume).not.toContainText(t('errors:network'))
  })

  testOffline('the receipt appears once the network is back', async ({ page, context }) => {
    await logIn(page)
    const form = await openActivity(page, 'zh-cn', await findActivity(page, 'open'))
    await fillActivity(form)
    await page.route('**/api/course/activity_apply', async (route) => {
      const response = await route.fetch()
      await context.setOffline(true)
      await route.fulfill({ response })
    })
    // A script that fails while the browser is online reloads the page.
    const failed = page.waitForEvent('requestfailed')
    await form.getByRole('button', { name: t('application:submit') }).click()
    await expect(form).toHaveCount(0)
    await failed
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { name: t('application:done_title') })).toBeVisible()
  })
})

test(
  'a retry after a lost response does not create a second application',
  { tag: '@always' },
  async ({ page }) => {
    await logIn(page)
    const id = await findActivity(page, 'open')
    const form = await openActivity(page, 'zh-cn', id)
    await fillActivity(form)
    const keys: (string | undefined)[] = []
    await page.route('**/api/course/activity_apply', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      // The application is saved, but its response is lost.
      return route.fulfill({ json: { code: 500, msg: '', time: 0, data: null } })
    })
    await form.getByRole('button', { name: t('application:submit') }).click()
    await expect(form.getByRole('alert')).toContainText(t.part('forms:failed_keep'))
    await form.getByRole('button', { name: t('application:submit') }).click()
    await expect(page.getByRole('heading', { name: t('application:done_title') })).toBeVisible()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  },
)

test(
  'the form shows the application that the member has sent from another tab',
  { tag: ['@S4.16'] },
  async ({ page, context }) => {
    await logIn(page)
    const id = await findActivity(page, 'open')
    const form = await openActivity(page, 'zh-cn', id)
    const other = await context.newPage()
    const elsewhere = await openActivity(other, 'zh-cn', id)
    await fillActivity(elsewhere)
    await elsewhere.getByRole('button', { name: t('application:submit') }).click()
    await expect(other.getByRole('heading', { name: t('application:done_title') })).toBeVisible()
    await fillActivity(form)
    await form.getByRole('button', { name: t('application:submit') }).click()
    await expect(page.getByRole('heading', { name: t('application:applied_title') })).toBeVisible()
  },
)
