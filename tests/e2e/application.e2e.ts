import { getActivityDateList } from '#api/activity.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
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
import { readData } from '#tests/support/find-performance.ts'
import { logIn } from '#tests/support/log-in.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { COURSE, findActivity, openActivity, openCourse, VIDEO } from './open-application.ts'
import { getPath } from './paths.ts'
import { runInLocales, RUNS_ALL, TEST_LOCALES } from './test-matrix.ts'

const HEARD_FROM = ['friend', 'social_media', 'official_account', 'website', 'other'] as const
const PLATFORMS = ['wechat', 'weibo', 'douyin', 'xiaohongshu', 'other'] as const

const NOT_PDF = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') }

/** The name of the course whose form is open. */
const COURSE_NAMES = { 'zh-cn': '契诃夫场景研习', en: 'Chekhov Scene Study' } as const

for (const locale of runInLocales('zh-cn')) {
  const t = getTexts(locale)

  test.describe(`application in ${locale}`, () => {
    test(
      'lists the requirements and marks required fields',
      { tag: ['@S2.19', '@S5.09', '@S5.10', '@S5.11', '@S5.12', '@S5.13', '@S5.14'] },
      async ({ page }) => {
        const response = await page.goto(`${getPath('/course/form', locale)}?id=${COURSE.open}`)
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
        const back = `${getPath('/course/form', locale)}?id=${COURSE.open}`
        await expect(link).toHaveAttribute(
          'href',
          `${getPath('/login', locale)}?${new URLSearchParams({ return: back })}`,
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
        await chooseFile(form, 'resume_upload_id', NOT_PDF)
        await expect(fieldBox(form, 'email')).toContainText(t('forms:email_format'))
        await expect(fieldBox(form, 'mobile')).toContainText(t('forms:mobile_format'))
        await expect(fieldBox(form, 'self_introduction')).toContainText(
          t('forms:too_many_words', { max: 200 }),
        )
        await expect(fieldBox(form, 'self_introduction')).toContainText('201/200')
        await expect(field(form, t('application:self_introduction'))).toHaveValue('戏'.repeat(201))
        await form.getByRole('button', { name: t('application:submit') }).click()
        await expect(fieldBox(form, 'heard_from_note')).toContainText(t('forms:other_note'))
        await expect(fieldBox(form, 'resume_upload_id')).toContainText(t('upload:not_pdf'))
        await expect(summary.getByRole('link', { name: t('application:resume') })).toContainText(
          t('upload:not_pdf'),
        )
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
        await expect(page).toHaveURL(new RegExp(`${getPath('/course/activity-form', other)}\\?id=`))
        await expect(
          field(page.locator('main form'), getTexts(other)('application:name')),
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
        await chooseFile(form, 'resume_upload_id', NOT_PDF)
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
          await page.goto(`${getPath('/course/activity-form', locale)}?id=${id}`)
          await expect(page.getByRole('button', { name: label, exact: true })).toBeDisabled()
          await expect(page.locator('main form')).toHaveCount(0)
          await expectAccessible()
        }
        await page.goto(`${getPath('/course/form', locale)}?id=${COURSE.notStarted}`)
        await expect(
          page.getByRole('button', { name: t('application:button_not_started') }),
        ).toBeDisabled()
        await page.goto(`${getPath('/course/form', locale)}?id=${COURSE.booked}`)
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
      await page.goto(`${getPath('/course/form', locale)}?id=${COURSE.open}`)
      await expect(page.getByRole('complementary')).toContainText('PDF')
      await expect(page.getByText(t.whole('application:no_script'))).toContainText('+86')
    })
  })
}

test(
  'the page of a full event leads to its form, which opens when a place is free again',
  { tag: '@always' },
  async ({ page, request }) => {
    const t = getTexts('en')
    const path = '/api/course/activity_datelist?size=100'
    const { items } = await readData(request, path, getActivityDateList.data)
    const full = items.find(({ activity }) => activity.state === 'full')
    await page.goto(`/en/course/activity?id=${full?.activity.id}`)
    await page.getByRole('link', { name: t('activity:check_places') }).click()
    await expect(page.getByRole('heading', { name: t('application:full_title') })).toBeVisible()
  },
)
