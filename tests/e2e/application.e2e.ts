import type { Locator, Page } from 'playwright/test'
import { LOCALE_TRAITS, prefixOf } from '#i18n/locales.ts'
import { createCaller, runStaff } from '#tests/support/box-office.ts'
import { makeVideo } from '#tests/support/make-video.ts'
import {
  fieldBox,
  chooseFile,
  field,
  fillCourse,
  fillPerson,
  heardFromOption,
  PDF,
} from '#tests/support/application-form.ts'
import { logIn } from '#tests/support/log-in.ts'
import { textsIn } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales, RUNS_ALL, TEST_LOCALES, type TestLocale } from './test-matrix.ts'

const VIDEO = 'scripts/admin-api/demo/content/media/site/curtain.mp4'

const pathOf = (path: string, locale: TestLocale) => prefixOf(locale) + path

const HEARD_FROM = ['friend', 'social_media', 'official_account', 'website', 'other'] as const
const PLATFORMS = ['wechat', 'weibo', 'douyin', 'xiaohongshu', 'other'] as const

/** Ids of demo courses by application state. */
const COURSE = { open: 3, other: 5, ended: 4, notStarted: 13, booked: 1 } as const

/** The name of the course whose form is open. */
const COURSE_NAMES = { 'zh-cn': '契诃夫场景研习', en: 'Chekhov Scene Study' } as const

/** Opens a form and waits until it is interactive. */
async function open(page: Page, path: string): Promise<Locator> {
  await page.goto(path)
  const form = page.locator('main form')
  await form.scrollIntoViewIfNeeded()
  await expect(page.locator('.application[data-ready]')).toBeVisible()
  return form
}

const openCourse = (page: Page, locale: TestLocale, id: number = COURSE.open) =>
  open(page, `${pathOf('/course/form', locale)}?id=${id}`)
const openActivity = (page: Page, locale: TestLocale, id: number) =>
  open(page, `${pathOf('/course/activity-form', locale)}?id=${id}`)

/** The id of a demo activity in the given state. */
async function findActivity(page: Page, state: string): Promise<number> {
  const response = await page.request.get('/api/course/activity_datelist?from=2000-01-01&size=100')
  const { data } = (await response.json()) as {
    data: { items: { activity: { id: number; state: string } }[] }
  }
  const match = data.items.find(({ activity }) => activity.state === state)
  if (!match) throw new Error(`no activity is ${state}`)
  return match.activity.id
}

for (const locale of runInLocales('zh-cn')) {
  const t = textsIn(locale)

  test.describe(`application in ${locale}`, () => {
    test(
      'lists the requirements and marks required fields',
      { tag: ['@S2.19', '@S5.09', '@S5.10', '@S5.11', '@S5.12', '@S5.13', '@S5.14'] },
      async ({ page }) => {
        const response = await page.goto(`${pathOf('/course/form', locale)}?id=${COURSE.open}`)
        expect(response?.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(COURSE_NAMES[locale])
        const form = page.locator('main form')
        await expect(fieldBox(form, 'resume_upload_id')).toContainText(
          t.part('application:resume_hint'),
        )
        await expect(fieldBox(form, 'video_upload_id')).toContainText(
          t.part('application:video_hint'),
        )
        for (const name of ['self_introduction', 'hope']) {
          await expect(fieldBox(form, name)).toContainText('200')
          await expect(fieldBox(form, name)).toContainText('0/200')
        }
        for (const name of ['name', 'age', 'school', 'email', 'mobile', 'resume_upload_id']) {
          await expect(fieldBox(form, name).getByText('*', { exact: true })).toBeVisible()
          await expect(fieldBox(form, name)).toContainText(t('forms:required'))
        }
        await expect(fieldBox(form, 'heard_from_note').getByText('*')).toHaveCount(0)
        await expect(form.getByRole('checkbox')).toHaveCount(6)
        for (const one of HEARD_FROM) {
          await expect(heardFromOption(form, t(`application:heard_from_${one}`))).toBeVisible()
        }
      },
    )

    test(
      'lets a visitor fill in the form, log in and return to the draft',
      { tag: ['@S6.01'] },
      async ({ page }) => {
        const form = await openCourse(page, locale)
        await expect(form.getByRole('button', { name: t('application:submit') })).toHaveCount(0)
        await field(form, t('application:school')).fill('Theatre Academy')
        await expect(page.getByText(t.part('application:draft_saved'))).toBeVisible()
        const link = form.getByRole('link', { name: t('application:log_in_to_apply') }).last()
        const back = `${pathOf('/course/form', locale)}?id=${COURSE.open}`
        await expect(link).toHaveAttribute(
          'href',
          `${pathOf('/login', locale)}?${new URLSearchParams({ return: back })}`,
        )
        await logIn(page)
        const again = await openCourse(page, locale)
        await expect(field(again, t('application:school'))).toHaveValue('Theatre Academy')
        await expect(again.getByRole('button', { name: t('application:submit') })).toBeEnabled()
      },
    )

    test(
      'links to each invalid field and shows its error beside it',
      { tag: ['@S5.01', '@S5.02', '@S5.03', '@S5.04', '@S5.05', '@S5.12'] },
      async ({ page, expectAccessible }) => {
        await logIn(page)
        const form = await openCourse(page, locale)
        await form.getByRole('button', { name: t('application:submit') }).click()
        const summary = form.getByRole('region', { name: t('forms:summary_title') })
        await expect(summary).toBeFocused()
        await expect(fieldBox(form, 'school')).toContainText(t('forms:please_input'))
        await expect(fieldBox(form, 'heard_from')).toContainText(t('forms:please_select'))
        await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('forms:please_upload'))
        await expect(fieldBox(form, 'video_upload_id')).toContainText(t('forms:please_upload'))
        await expectAccessible()

        await summary.getByRole('link', { name: t('application:school') }).click()
        await expect(field(form, t('application:school'))).toBeFocused()
        await expect(field(form, t('application:school'))).toHaveAccessibleDescription(
          t.part('forms:please_input'),
        )
        await field(form, t('application:age')).fill('２２')
        await expect(field(form, t('application:age'))).toHaveValue('22')
        await field(form, t('application:email')).fill('cheng@')
        await field(form, t('application:mobile')).fill('12345')
        await field(form, t('application:self_introduction')).fill('戏'.repeat(201))
        await heardFromOption(form, t('application:heard_from_other')).check()
        await expect(fieldBox(form, 'email')).toContainText(t('forms:email_format'))
        await expect(fieldBox(form, 'mobile')).toContainText(t('forms:mobile_format'))
        await expect(fieldBox(form, 'self_introduction')).toContainText(
          t('forms:too_many_words', { max: 200 }),
        )
        await expect(fieldBox(form, 'self_introduction')).toContainText('201/200')
        await expect(field(form, t('application:self_introduction'))).toHaveValue('戏'.repeat(201))
        await form.getByRole('button', { name: t('application:submit') }).click()
        await expect(fieldBox(form, 'heard_from_note')).toContainText(t('forms:other_note'))
        await expect(summary.getByRole('link', { name: t('application:heard_from') })).toHaveCount(
          0,
        )
      },
    )

    for (const width of RUNS_ALL ? [1280, 390] : [1280]) {
      test(
        `submits a course application with files once, at ${width} px`,
        { tag: ['@S1.15', '@S3.17', '@S3.18', '@S3.19', '@S4.15', '@S5.15', '@S7.37', '@S7.41'] },
        async ({ page, expectAccessible }) => {
          await page.setViewportSize({ width, height: 844 })
          await logIn(page)
          const form = await openCourse(page, locale)
          await fillCourse(form, t)
          await chooseFile(form, 'resume_upload_id', PDF)
          await chooseFile(form, 'video_upload_id', VIDEO)
          await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:done'))
          await expect(fieldBox(form, 'video_upload_id')).toContainText(t('upload:done'))
          await expectAccessible()
          const sent = page.waitForRequest('**/api/course/apply')
          await form.getByRole('button', { name: t('application:submit') }).click()
          expect((await sent).postDataJSON()).toMatchObject({
            course_id: COURSE.open,
            name: '程砚秋',
            age: 22,
            school: 'Theatre Academy',
            heard_from: ['friend', 'other'],
            single_take: true,
          })
          expect((await sent).headers()['idempotency-key']).toMatch(/^[\da-f]{32}$/)
          await expect(page.getByRole('alert').getByText(t('forms:submit_done'))).toBeVisible()
          await expect(
            page.getByRole('heading', { name: t('application:done_title') }),
          ).toBeFocused()
          await expect(page.getByRole('main')).toContainText('resume.pdf')
          await expect(
            page.getByRole('button', { name: t('application:button_applied') }),
          ).toBeDisabled()
          await expectAccessible()

          await page.reload()
          await expect(
            page.getByRole('heading', { name: t('application:applied_title') }),
          ).toBeVisible()
          await expect(
            page.getByRole('button', { name: t('application:button_applied') }),
          ).toBeDisabled()
          await expect(page.getByRole('main')).toContainText(t('application:status_received'))
          await expect(page.locator('main form')).toHaveCount(0)
          await expectAccessible()

          // Once accepted, the applicant books instead of applying.
          const { applied } = await createCaller(page)('GET /api/course/applyinfo', {
            id: String(COURSE.open),
          })
          await runStaff('applications accept', String(applied?.id))
          await page.reload()
          await page.getByRole('link', { name: t('application:none_link') }).click()
          const dates = page.getByRole('complementary', { name: t('course:dates_and_places') })
          await expect(dates.getByRole('button', { name: t('booking:book') }).first()).toBeVisible()
          await expect(dates.getByRole('link', { name: t('course:apply') })).toBeHidden()
          await expect(dates).not.toContainText(t('course:accepted_book'), { useInnerText: true })
          const main = page.getByRole('main')
          await expect(
            main.getByRole('link', { name: t('course:apply'), exact: true }),
          ).toHaveCount(0)
          await main
            .getByRole('link', { name: t('booking:book'), exact: true })
            .first()
            .click()
          await expect(dates).toBeInViewport()
        },
      )
    }

    test(
      'submits an activity application by keyboard alone',
      {
        tag: [
          '@S1.16',
          '@S2.21',
          '@S3.20',
          '@S3.21',
          '@S3.22',
          '@S3.23',
          '@S4.16',
          '@S5.15',
          '@S7.40',
          '@S7.42',
        ],
      },
      async ({ page, expectAccessible }) => {
        await logIn(page)
        const form = await openActivity(page, locale, await findActivity(page, 'open'))
        const { keyboard } = page
        await field(form, t('application:name')).focus()
        await keyboard.type('Cheng')
        await keyboard.press('Tab')
        await keyboard.type('30')
        await keyboard.press('Tab')
        await keyboard.type('Baker')
        await keyboard.press('Tab')
        await keyboard.type('cheng@example.org')
        // Skips country and number: the profile has filled them in.
        for (let step = 0; step < 3; step++) await keyboard.press('Tab')
        await keyboard.press('Space')
        await expect(form.getByLabel(t('application:similar_yes'), { exact: true })).toBeChecked()
        await keyboard.press('Tab')
        await keyboard.type('In spring')
        await keyboard.press('Tab')
        await keyboard.type('To look behind the stage')
        await keyboard.press('Tab')
        await keyboard.type('A seat near the door')
        await keyboard.press('Tab')
        await keyboard.press('Space')
        for (let step = 0; step < 5; step++) await keyboard.press('Tab')
        await keyboard.type('A neighbour')
        await keyboard.press('Tab')
        for (let step = 0; step < 2; step++) await keyboard.press('ArrowDown')
        await expect(field(form, t('application:social_platform'))).toHaveValue('weibo')
        await keyboard.press('Tab')
        await keyboard.type('@cheng')
        await expectAccessible()
        const sent = page.waitForRequest('**/api/course/activity_apply')
        await keyboard.press('Enter')
        expect((await sent).postDataJSON()).toMatchObject({
          name: 'Cheng',
          age: 30,
          job: 'Baker',
          similar_before: 1,
          similar_before_note: 'In spring',
          special_needs: 'A seat near the door',
          heard_from: ['friend'],
          social_platform: 'weibo',
          social_account: '@cheng',
        })
        await expect(page.getByRole('heading', { name: t('application:done_title') })).toBeFocused()
        const copy = page.getByRole('button', { name: t('application:copy_number') })
        await expect(copy).toHaveCSS('border-style', 'none')
        await page.reload()
        await expect(
          page.getByRole('button', { name: t('application:button_applied') }),
        ).toBeDisabled()
      },
    )

    test(
      'keeps the draft after a reload and a language change, and clears it on request',
      { tag: ['@S3.21', '@S3.23'] },
      async ({ page }) => {
        const id = await findActivity(page, 'open')
        const form = await openActivity(page, locale, id)
        await fillPerson(form, t)
        await heardFromOption(form, t('application:heard_from_social_media')).check()
        await field(form, t('application:social_platform')).selectOption('xiaohongshu')
        await expect(field(form, t('application:social_platform')).getByRole('option')).toHaveText([
          t('forms:please_select'),
          ...PLATFORMS.map((one) => t(`application:platform_${one}`)),
        ])
        await expect(page.getByText(t.part('application:draft_saved'))).toBeVisible()
        const other = TEST_LOCALES.find((candidate) => candidate !== locale) ?? locale
        await page.getByRole('link', { name: LOCALE_TRAITS[other].name }).first().click()
        await expect(page).toHaveURL(new RegExp(`${pathOf('/course/activity-form', other)}\\?id=`))
        await expect(
          field(page.locator('main form'), textsIn(other)('application:name')),
        ).toHaveValue('程砚秋')
        await page.goBack()
        await expect(field(page.locator('main form'), t('application:email'))).toHaveValue(
          'cheng@example.org',
        )
        await expect(heardFromOption(form, t('application:heard_from_social_media'))).toBeChecked()
        await expect(field(form, t('application:social_platform'))).toHaveValue('xiaohongshu')
        await form.getByRole('button', { name: t('application:draft_clear') }).click()
        await form
          .getByRole('button', { name: t('application:draft_clear_yes'), exact: true })
          .click()
        await expect(field(form, t('application:name'))).toHaveValue('')
        await page.reload()
        await expect(page.locator('.application[data-ready]')).toBeVisible()
        await expect(field(form, t('application:name'))).toHaveValue('')
      },
    )

    test(
      'rejects invalid files before upload and shows the reason',
      { tag: ['@S5.09', '@S5.10'] },
      async ({ page }) => {
        const form = await openCourse(page, locale)
        const notPdf = {
          name: 'resume.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from('no'),
        }
        await chooseFile(form, 'resume_upload_id', notPdf)
        await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:not_pdf'))
        const long = { name: 'take.webm', mimeType: 'video/webm', buffer: await makeVideo(341) }
        await chooseFile(form, 'video_upload_id', long)
        await expect(fieldBox(form, 'video_upload_id')).toContainText(
          t('upload:too_long', { length: '5:41', max: '5:00' }),
        )
      },
    )

    test('shows that the session has expired and keeps the input', async ({ page }) => {
      await logIn(page)
      const id = await findActivity(page, 'open')
      const form = await openActivity(page, locale, id)
      await fillPerson(form, t)
      await field(form, t('application:job')).fill('Baker')
      await field(form, t('application:hope')).fill('To look behind the stage')
      await form.getByLabel(t('application:similar_no'), { exact: true }).check()
      await heardFromOption(form, t('application:heard_from_friend')).check()
      await field(form, t('application:social_platform')).selectOption('wechat')
      await field(form, t('application:platform_account')).fill('cheng')
      await page.context().clearCookies()
      await form.getByRole('button', { name: t('application:submit') }).click()
      await expect(form.getByRole('alert')).toContainText(t('forms:session_over'))
      await expect(form.getByRole('link', { name: t('forms:log_in_again') })).toHaveAttribute(
        'href',
        /\/login\?return=.*activity-form/,
      )
      await expect(field(form, t('application:job'))).toHaveValue('Baker')
    })

    test(
      'shows why a form does not accept applications',
      { tag: ['@S4.17', '@S4.18', '@S4.19'] },
      async ({ page, expectAccessible }) => {
        for (const [state, label] of [
          ['not_started', t('application:button_not_started')],
          ['full', t('application:button_full')],
          ['ended', t('application:button_ended')],
        ] as const) {
          const id = await findActivity(page, state)
          await page.goto(`${pathOf('/course/activity-form', locale)}?id=${id}`)
          await expect(page.getByRole('button', { name: label, exact: true })).toBeDisabled()
          await expect(page.locator('main form')).toHaveCount(0)
          await expectAccessible()
        }
        await page.goto(`${pathOf('/course/form', locale)}?id=${COURSE.notStarted}`)
        await expect(
          page.getByRole('button', { name: t('application:button_not_started') }),
        ).toBeDisabled()
        await page.goto(`${pathOf('/course/form', locale)}?id=${COURSE.booked}`)
        await expect(page.getByRole('heading', { name: t('application:none_title') })).toBeVisible()
        await expectAccessible()
      },
    )

    for (const width of [1440, 390]) {
      test(`the forms are accessible at ${width} px`, async ({ page, expectAccessible }) => {
        await page.setViewportSize({ width, height: 900 })
        await openCourse(page, locale)
        await expectAccessible()
        await openActivity(page, locale, await findActivity(page, 'open'))
        await expectAccessible()
      })
    }
  })

  test.describe(`application without JavaScript in ${locale}`, () => {
    test.use({ javaScriptEnabled: false })

    test('the page lists the requirements and other ways to apply', async ({ page }) => {
      await page.goto(`${pathOf('/course/form', locale)}?id=${COURSE.open}`)
      await expect(page.getByRole('complementary')).toContainText('PDF')
      await expect(page.getByText(t.whole('application:no_script'))).toContainText('+86')
    })
  })
}

const t = textsIn('zh-cn')

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
    let form = await openCourse(page, 'zh-cn', COURSE.other)
    await fillCourse(form, t)
    await chooseFile(form, 'resume_upload_id', PDF)
    await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:done'))
    // Uploads hang until the route is removed.
    await page.route('**/api/upload/tus/**', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    )
    await chooseFile(form, 'video_upload_id', VIDEO)
    await form
      .getByRole('button', {
        name: t('upload:of', {
          action: t('upload:pause'),
          label: t('application:video'),
        }),
      })
      .click()
    await expect(fieldBox(form, 'video_upload_id')).toContainText(t('upload:paused'))
    await form
      .getByRole('button', {
        name: t('upload:of', {
          action: t('upload:resume'),
          label: t('application:video'),
        }),
      })
      .click()
    await form.getByRole('button', { name: t('application:submit') }).click()
    await expect(form.getByRole('button', { name: t('forms:upload_wait') })).toBeDisabled()

    await page.reload()
    form = page.locator('main form')
    await expect(fieldBox(form, 'video_upload_id')).toContainText('curtain.mp4')
    await expect(field(form, t('application:school'))).toHaveValue('Theatre Academy')
    await form.getByRole('button', { name: t('application:submit') }).click()
    await expect(form.getByRole('button', { name: t('forms:upload_wait') })).toBeDisabled()
    await page.unroute('**/api/upload/tus/**')
    await page.reload()
    await expect(fieldBox(form, 'video_upload_id')).toContainText(t('upload:done'))
    await form.getByRole('button', { name: t('application:submit') }).click()
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

test('a login in another tab starts the upload of a chosen file', async ({ page, context }) => {
  const form = await openCourse(page, 'zh-cn', COURSE.other)
  await chooseFile(form, 'resume_upload_id', PDF)
  await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:waiting'))
  await logIn(await context.newPage())
  await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:done'))
})

test(
  'the focus stays at a file field whose buttons change',
  { tag: '@always' },
  async ({ page }) => {
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
  },
)

test(
  'the file that was chosen last is uploaded, even if it was read first',
  { tag: '@always' },
  async ({ page }) => {
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
  },
)

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
  const testOffline = test.extend({
    // Lost connections appear on the console.
    watchPage: async ({}, use) => use(),
  })

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

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(
    `the toast hides after three seconds, stays on hover, closes on click (motion: ${reducedMotion})`,
    { tag: ['@S5.18', '@S8.18', '@S8.19', '@S8.20', '@S8.21'] },
    async ({ page, context }) => {
      await page.emulateMedia({ reducedMotion })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await logIn(page)
      const form = await openActivity(page, 'zh-cn', await findActivity(page, 'open'))
      await fillActivity(form)
      await form.getByRole('button', { name: t('application:submit') }).click()
      await expect(page.getByRole('heading', { name: t('application:done_title') })).toBeFocused()
      const copy = page.getByRole('button', { name: t('application:copy_number') })
      const toast = page.getByRole('alert').filter({ hasText: t('forms:copy_done') })
      await copy.click()
      await expect(toast).toBeVisible()
      const shownAt = Date.now()
      const place = await toast.boundingBox()
      expect(place?.y).toBeLessThan(120)
      expect((place?.x ?? 0) + (place?.width ?? 0)).toBeGreaterThan(1200)
      await expect(toast).toBeHidden()
      expect(Date.now() - shownAt).toBeGreaterThan(2000)

      await copy.click()
      await toast.hover()
      await page.waitForTimeout(3500)
      await expect(toast).toBeVisible()
      await toast.click()
      await expect(toast).toBeHidden({ timeout: 1500 })
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^A-\d{6}$/)
    },
  )
}

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
