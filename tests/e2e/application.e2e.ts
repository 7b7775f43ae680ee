import type { Locator, Page } from 'playwright/test'
import { prefixOf } from '#i18n/locales.ts'
import { makePdf, makeVideo } from '#tests/support/application-files.ts'
import { logIn } from '#tests/support/log-in.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales, RUNS_ALL, STORY_LOCALES, type StoryLocale } from './test-matrix.ts'

const VIDEO = 'scripts/admin-api/demo/content/media/site/curtain.mp4'

const WORDS = {
  'zh-cn': {
    course: '契诃夫场景研习',
    required: '必填',
    submit: '提交报名',
    logIn: '登录后提交',
    name: '姓名',
    age: '年龄',
    school: '学校',
    job: '职业',
    email: '邮箱',
    mobile: '手机',
    account: '社交媒体账号',
    resume: '简历（PDF）',
    video: '试演视频',
    take: '一次连续拍完',
    self: '自我介绍',
    hope: '您的期待',
    heard: '您从哪里知道我们',
    heardAll: ['朋友推荐', '社交媒体', '公众号', '官网等', '其他'],
    note: '补充说明',
    similar: '类似的工作坊',
    yes: '参加过',
    no: '没有',
    similarNote: '请简单说说',
    needs: '特殊需要',
    platform: '常用社交平台',
    platforms: ['微信', '微博', '抖音', '小红书', '其他'],
    platformAccount: '该平台账号',
    input: '请输入',
    select: '请选择',
    upload: '请上传',
    emailFormat: '请输入正确的邮箱格式',
    mobileFormat: '请输入正确的手机号码',
    explain: '请补充说明',
    tooMany: '不得超过 200 字',
    pdfOnly: '须为 PDF',
    limits: '不超过 5 分钟，一镜到底',
    notPdf: '简历须为 PDF 文件',
    tooLong: '这段视频长 5:41，上限是 5:00',
    uploaded: '已上传',
    paused: '已暂停',
    pause: '暂停：试演视频',
    resumeUpload: '继续：试演视频',
    remove: '移除：简历（PDF）',
    waits: '上传完成后自动提交',
    toast: '提交成功',
    done: '提交成功',
    applied: '已报名',
    appliedTitle: '您已报名',
    received: '已收到',
    saved: /草稿已保存 \d\d:\d\d/,
    clear: '清除草稿',
    clearYes: '清除',
    over: '登录已失效，请重新登录',
    again: '重新登录',
    network: '网络异常',
    summary: '还差一点',
    notStarted: '未开始',
    ended: '已结束',
    full: '名额已满',
    noApplication: '这门课不用报名',
    other: 'English',
  },
  en: {
    course: 'Chekhov Scene Study',
    required: 'required',
    submit: 'Send application',
    logIn: 'Log in to apply',
    name: 'Name',
    age: 'Age',
    school: 'School',
    job: 'Occupation',
    email: 'E-mail',
    mobile: 'Mobile phone',
    account: 'Social media account',
    resume: 'CV (PDF)',
    video: 'Audition video',
    take: 'in one continuous take, without cuts',
    self: 'Self-introduction',
    hope: 'What you hope for',
    heard: 'How did you hear about us?',
    heardAll: [
      'A friend told me',
      'Social media',
      'Your official account',
      'Your website or another one',
      'Other',
    ],
    note: 'A short explanation',
    similar: 'similar workshop',
    yes: 'Yes',
    no: 'No',
    similarNote: 'Tell us a little about it',
    needs: 'Special physical needs',
    platform: 'Social platform',
    platforms: ['WeChat', 'Weibo', 'Douyin', 'Xiaohongshu', 'Other'],
    platformAccount: 'Account on that platform',
    input: 'Please input',
    select: 'Please select',
    upload: 'Please upload',
    emailFormat: 'Enter the correct email format',
    mobileFormat: 'Enter the correct phone number',
    explain: 'please add a few words',
    tooMany: 'Please use no more than 200 words',
    pdfOnly: 'PDF only',
    limits: 'No longer than 5 minutes, in a single continuous take',
    notPdf: 'The CV must be a PDF file',
    tooLong: 'This video is 5:41. The limit is 5:00.',
    uploaded: 'Uploaded',
    paused: 'Paused',
    pause: 'Pause: Audition video',
    resumeUpload: 'Resume: Audition video',
    remove: 'Remove: CV (PDF)',
    waits: 'The form is sent when the upload has finished',
    toast: 'Submit successfully',
    done: 'Application sent',
    applied: 'Already applied',
    appliedTitle: 'You have already applied',
    received: 'Received',
    saved: /Draft saved \d\d:\d\d/,
    clear: 'Clear the draft',
    clearYes: 'Clear',
    over: 'Please log in again',
    again: 'Log in again',
    network: 'There is a problem with your connection',
    summary: 'Almost there',
    notStarted: 'Not started',
    ended: 'Ended',
    full: 'Full',
    noApplication: 'No application needed',
    other: '中文',
  },
} as const

const pathOf = (path: string, locale: StoryLocale) => prefixOf(locale) + path

/** Items of the demo house in the states that their dates give them. */
const COURSE = { open: 3, other: 5, ended: 4, notStarted: 13, booked: 1 } as const

/** Opens a form and waits until it takes input. */
async function open(page: Page, path: string): Promise<Locator> {
  await page.goto(path)
  const form = page.locator('main form')
  await form.scrollIntoViewIfNeeded()
  await expect(page.locator('.application[data-ready]')).toBeVisible()
  return form
}

const openCourse = (page: Page, locale: StoryLocale, id: number = COURSE.open) =>
  open(page, `${pathOf('/course/form', locale)}?id=${id}`)
const openActivity = (page: Page, locale: StoryLocale, id: number) =>
  open(page, `${pathOf('/course/activity-form', locale)}?id=${id}`)

/** An activity of the demo house in a state, by what the live API says. */
async function findActivity(page: Page, state: string): Promise<number> {
  const answer = await page.request.get('/api/course/activity_datelist?from=2000-01-01&size=100')
  const { data } = (await answer.json()) as {
    data: { items: { activity: { id: number; state: string } }[] }
  }
  const found = data.items.find(({ activity }) => activity.state === state)
  if (!found) throw new Error(`no activity is ${state}`)
  return found.activity.id
}

const field = (form: Locator, label: string) => form.getByLabel(label, { exact: false }).first()
const box = (form: Locator, name: string) => form.locator(`[data-name="${name}"]`)
const heard = (form: Locator, label: string) =>
  box(form, 'heard_from').getByLabel(label, { exact: true })
const choose = (form: Locator, name: string, file: Parameters<Locator['setInputFiles']>[0]) =>
  box(form, name).locator('input[type=file]').first().setInputFiles(file)

async function fillPerson(form: Locator, words: (typeof WORDS)[StoryLocale]): Promise<void> {
  await field(form, words.name).fill('程砚秋')
  await field(form, words.age).fill('22')
  await field(form, words.email).fill('cheng@example.org')
}

async function fillCourse(form: Locator, words: (typeof WORDS)[StoryLocale]): Promise<void> {
  await fillPerson(form, words)
  await field(form, words.school).fill('Theatre Academy')
  await field(form, words.account).fill('@cheng')
  await field(form, words.self).fill('我从小学唱。')
  await field(form, words.hope).fill('To say less and mean it.')
  await heard(form, words.heardAll[0]).check()
  await heard(form, words.heardAll[4]).check()
  await field(form, words.note).fill('A neighbour')
  await form.getByLabel(words.take).check()
}

const pdf = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: makePdf() }

for (const locale of runInLocales('zh-cn')) {
  const words = WORDS[locale]

  test.describe(`application in ${locale}`, () => {
    test(
      'says beforehand what is asked, and marks what is required',
      { tag: ['@S2.19', '@S5.09', '@S5.10', '@S5.11', '@S5.12', '@S5.13', '@S5.14'] },
      async ({ page }) => {
        const answer = await page.goto(`${pathOf('/course/form', locale)}?id=${COURSE.open}`)
        expect(answer?.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.course)
        const form = page.locator('main form')
        await expect(box(form, 'resume_upload_id')).toContainText(words.pdfOnly)
        await expect(box(form, 'video_upload_id')).toContainText(words.limits)
        for (const name of ['self_introduction', 'hope']) {
          await expect(box(form, name)).toContainText('200')
          await expect(box(form, name)).toContainText('0/200')
        }
        for (const name of ['name', 'age', 'school', 'email', 'mobile', 'resume_upload_id']) {
          await expect(box(form, name).locator('.asterisk')).toHaveText('*')
          await expect(box(form, name)).toContainText(words.required)
        }
        await expect(box(form, 'heard_from_note').locator('.asterisk')).toHaveCount(0)
        await expect(form.getByRole('checkbox')).toHaveCount(6)
        for (const label of words.heardAll) await expect(heard(form, label)).toBeVisible()
      },
    )

    test(
      'lets a visitor write first and leads to the login and back',
      { tag: ['@S6.01'] },
      async ({ page }) => {
        const form = await openCourse(page, locale)
        await expect(form.getByRole('button', { name: words.submit })).toHaveCount(0)
        await field(form, words.school).fill('Theatre Academy')
        await expect(page.getByText(words.saved)).toBeVisible()
        const link = form.getByRole('link', { name: words.logIn }).last()
        const back = `${pathOf('/course/form', locale)}?id=${COURSE.open}`
        await expect(link).toHaveAttribute(
          'href',
          `${pathOf('/login', locale)}?${new URLSearchParams({ return: back })}`,
        )
        await logIn(page)
        const again = await openCourse(page, locale)
        await expect(field(again, words.school)).toHaveValue('Theatre Academy')
        await expect(again.getByRole('button', { name: words.submit })).toBeEnabled()
      },
    )

    test(
      'leads to each fault and says it beside the field',
      { tag: ['@S5.01', '@S5.02', '@S5.03', '@S5.04', '@S5.05', '@S5.12'] },
      async ({ page, expectAccessible }) => {
        await logIn(page)
        const form = await openCourse(page, locale)
        await form.getByRole('button', { name: words.submit }).click()
        const summary = form.getByRole('region', { name: words.summary })
        await expect(summary).toBeFocused()
        await expect(box(form, 'school')).toContainText(words.input)
        await expect(box(form, 'heard_from')).toContainText(words.select)
        await expect(box(form, 'resume_upload_id')).toContainText(words.upload)
        await expect(box(form, 'video_upload_id')).toContainText(words.upload)
        await expectAccessible()

        await summary.getByRole('link', { name: words.school }).click()
        await expect(field(form, words.school)).toBeFocused()
        await expect(field(form, words.school)).toHaveAccessibleDescription(new RegExp(words.input))
        await field(form, words.email).fill('cheng@')
        await field(form, words.mobile).fill('12345')
        await field(form, words.self).fill('戏'.repeat(201))
        await heard(form, words.heardAll[4]).check()
        await expect(box(form, 'email')).toContainText(words.emailFormat)
        await expect(box(form, 'mobile')).toContainText(words.mobileFormat)
        await expect(box(form, 'self_introduction')).toContainText(words.tooMany)
        await expect(box(form, 'self_introduction')).toContainText('201/200')
        await expect(field(form, words.self)).toHaveValue('戏'.repeat(201))
        await form.getByRole('button', { name: words.submit }).click()
        await expect(box(form, 'heard_from_note')).toContainText(words.explain)
        await expect(summary.getByRole('link', { name: words.heard })).toHaveCount(0)
      },
    )

    for (const width of RUNS_ALL ? [1280, 390] : [1280]) {
      test(
        `sends a course application with its files, once, at ${width} px`,
        { tag: ['@S1.15', '@S3.17', '@S3.18', '@S3.19', '@S4.15', '@S5.15', '@S7.37', '@S7.41'] },
        async ({ page, expectAccessible }) => {
          await page.setViewportSize({ width, height: 844 })
          await logIn(page)
          const form = await openCourse(page, locale)
          await fillCourse(form, words)
          await choose(form, 'resume_upload_id', pdf)
          await choose(form, 'video_upload_id', VIDEO)
          await expect(box(form, 'resume_upload_id')).toContainText(words.uploaded)
          await expect(box(form, 'video_upload_id')).toContainText(words.uploaded)
          await expectAccessible()
          const sent = page.waitForRequest('**/api/course/apply')
          await form.getByRole('button', { name: words.submit }).click()
          expect((await sent).postDataJSON()).toMatchObject({
            course_id: COURSE.open,
            name: '程砚秋',
            age: 22,
            school: 'Theatre Academy',
            heard_from: ['friend', 'other'],
            single_take: true,
          })
          expect((await sent).headers()['idempotency-key']).toMatch(/^[\da-f]{32}$/)
          await expect(page.getByRole('alert').getByText(words.toast)).toBeVisible()
          await expect(page.getByRole('heading', { name: words.done })).toBeFocused()
          await expect(page.getByRole('main')).toContainText('resume.pdf')
          await expect(page.getByRole('button', { name: words.applied })).toBeDisabled()
          await expectAccessible()

          await page.reload()
          await expect(page.getByRole('heading', { name: words.appliedTitle })).toBeVisible()
          await expect(page.getByRole('button', { name: words.applied })).toBeDisabled()
          await expect(page.getByRole('main')).toContainText(words.received)
          await expect(page.locator('main form')).toHaveCount(0)
          await expectAccessible()
        },
      )
    }

    test(
      'sends an activity application by keyboard alone',
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
        await field(form, words.name).focus()
        await keyboard.type('Cheng')
        await keyboard.press('Tab')
        await keyboard.type('30')
        await keyboard.press('Tab')
        await keyboard.type('Baker')
        await keyboard.press('Tab')
        await keyboard.type('cheng@example.org')
        // Past country and number: they came from the profile.
        for (let step = 0; step < 3; step++) await keyboard.press('Tab')
        await keyboard.press('Space')
        await expect(form.getByLabel(words.yes, { exact: true })).toBeChecked()
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
        await expect(field(form, words.platform)).toHaveValue('weibo')
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
        await expect(page.getByRole('heading', { name: words.done })).toBeFocused()
        await page.reload()
        await expect(page.getByRole('button', { name: words.applied })).toBeDisabled()
      },
    )

    test(
      'keeps the draft through a reload and a change of language, and clears it',
      { tag: ['@S3.21', '@S3.23'] },
      async ({ page }) => {
        const id = await findActivity(page, 'open')
        const form = await openActivity(page, locale, id)
        await fillPerson(form, words)
        await heard(form, words.heardAll[1]).check()
        await field(form, words.platform).selectOption('xiaohongshu')
        await expect(field(form, words.platform).getByRole('option')).toHaveText([
          words.select,
          ...words.platforms,
        ])
        await expect(page.getByText(words.saved)).toBeVisible()
        const other = STORY_LOCALES.find((candidate) => candidate !== locale) ?? locale
        await page.getByRole('link', { name: words.other }).first().click()
        await expect(page).toHaveURL(new RegExp(`${pathOf('/course/activity-form', other)}\\?id=`))
        await expect(field(page.locator('main form'), WORDS[other].name)).toHaveValue('程砚秋')
        await page.goBack()
        await expect(field(page.locator('main form'), words.email)).toHaveValue('cheng@example.org')
        await expect(heard(form, words.heardAll[1])).toBeChecked()
        await expect(field(form, words.platform)).toHaveValue('xiaohongshu')
        await form.getByRole('button', { name: words.clear }).click()
        await form.getByRole('button', { name: words.clearYes, exact: true }).click()
        await expect(field(form, words.name)).toHaveValue('')
        await page.reload()
        await expect(page.locator('.application[data-ready]')).toBeVisible()
        await expect(field(form, words.name)).toHaveValue('')
      },
    )

    test(
      'refuses files before they are sent and says why',
      { tag: ['@S5.09', '@S5.10'] },
      async ({ page }) => {
        const form = await openCourse(page, locale)
        const notPdf = {
          name: 'resume.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from('no'),
        }
        await choose(form, 'resume_upload_id', notPdf)
        await expect(box(form, 'resume_upload_id')).toContainText(words.notPdf)
        const long = { name: 'take.webm', mimeType: 'video/webm', buffer: await makeVideo(341) }
        await choose(form, 'video_upload_id', long)
        await expect(box(form, 'video_upload_id')).toContainText(words.tooLong)
      },
    )

    test('says that the session is over and keeps everything', async ({ page }) => {
      await logIn(page)
      const id = await findActivity(page, 'open')
      const form = await openActivity(page, locale, id)
      await fillPerson(form, words)
      await field(form, words.job).fill('Baker')
      await field(form, words.hope).fill('To look behind the stage')
      await form.getByLabel(words.no, { exact: true }).check()
      await heard(form, words.heardAll[0]).check()
      await field(form, words.platform).selectOption('wechat')
      await field(form, words.platformAccount).fill('cheng')
      await page.context().clearCookies()
      await form.getByRole('button', { name: words.submit }).click()
      await expect(form.getByRole('alert')).toContainText(words.over)
      await expect(form.getByRole('link', { name: words.again })).toHaveAttribute(
        'href',
        /\/login\?return=.*activity-form/,
      )
      await expect(field(form, words.job)).toHaveValue('Baker')
    })

    test(
      'says what keeps a form from being taken',
      { tag: ['@S4.17', '@S4.18', '@S4.19'] },
      async ({ page, expectAccessible }) => {
        for (const [state, label] of [
          ['not_started', words.notStarted],
          ['full', words.full],
          ['ended', words.ended],
        ] as const) {
          const id = await findActivity(page, state)
          await page.goto(`${pathOf('/course/activity-form', locale)}?id=${id}`)
          await expect(page.getByRole('button', { name: label, exact: true })).toBeDisabled()
          await expect(page.locator('main form')).toHaveCount(0)
          await expectAccessible()
        }
        await page.goto(`${pathOf('/course/form', locale)}?id=${COURSE.notStarted}`)
        await expect(page.getByRole('button', { name: words.notStarted })).toBeDisabled()
        await page.goto(`${pathOf('/course/form', locale)}?id=${COURSE.booked}`)
        await expect(page.getByRole('heading', { name: words.noApplication })).toBeVisible()
        await expectAccessible()
      },
    )

    for (const width of [1440, 390]) {
      test(`is accessible to write at ${width} px`, async ({ page, expectAccessible }) => {
        await page.setViewportSize({ width, height: 900 })
        await openCourse(page, locale)
        await expectAccessible()
        await openActivity(page, locale, await findActivity(page, 'open'))
        await expectAccessible()
      })
    }
  })

  test.describe(`without scripts in ${locale}`, () => {
    test.use({ javaScriptEnabled: false })

    test('the page still says what is asked, and how to apply otherwise', async ({ page }) => {
      await page.goto(`${pathOf('/course/form', locale)}?id=${COURSE.open}`)
      await expect(page.getByRole('complementary')).toContainText('PDF')
      await expect(page.locator('.no-script')).toContainText('+86')
    })
  })
}

const words = WORDS['zh-cn']

/** An activity application without the optional parts, in Chinese. */
async function fillActivity(form: Locator): Promise<void> {
  await fillPerson(form, words)
  await field(form, words.job).fill('Baker')
  await field(form, words.hope).fill('To look behind the stage')
  await form.getByLabel(words.no, { exact: true }).check()
  await heard(form, words.heardAll[0]).check()
  await field(form, words.platform).selectOption('wechat')
  await field(form, words.platformAccount).fill('cheng')
}

test(
  'an upload is paused, goes on after a reload, and sending waits for it',
  { tag: ['@S3.19'] },
  async ({ page }) => {
    await logIn(page)
    let form = await openCourse(page, 'zh-cn', COURSE.other)
    await fillCourse(form, words)
    await choose(form, 'resume_upload_id', pdf)
    await expect(box(form, 'resume_upload_id')).toContainText(words.uploaded)
    // The network is slow for as long as the story needs it.
    await page.route('**/api/upload/tus/**', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    )
    await choose(form, 'video_upload_id', VIDEO)
    await form.getByRole('button', { name: words.pause }).click()
    await expect(box(form, 'video_upload_id')).toContainText(words.paused)
    await form.getByRole('button', { name: words.resumeUpload }).click()
    await form.getByRole('button', { name: words.submit }).click()
    await expect(form.getByRole('button', { name: words.waits })).toBeDisabled()

    await page.reload()
    form = page.locator('main form')
    await expect(box(form, 'video_upload_id')).toContainText('curtain.mp4')
    await expect(field(form, words.school)).toHaveValue('Theatre Academy')
    await form.getByRole('button', { name: words.submit }).click()
    await expect(form.getByRole('button', { name: words.waits })).toBeDisabled()
    await page.unroute('**/api/upload/tus/**')
    await page.reload()
    await expect(box(form, 'video_upload_id')).toContainText(words.uploaded)
    await form.getByRole('button', { name: words.submit }).click()
    await expect(page.getByRole('heading', { name: words.done })).toBeVisible()
  },
)

test('a lost answer does not become a second application', { tag: '@always' }, async ({ page }) => {
  await logIn(page)
  const id = await findActivity(page, 'open')
  const form = await openActivity(page, 'zh-cn', id)
  await fillActivity(form)
  const keys: (string | undefined)[] = []
  await page.route('**/api/course/activity_apply', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    // The application arrived, its answer does not.
    return route.fulfill({ json: { code: 500, msg: '', time: 0, data: null } })
  })
  await form.getByRole('button', { name: words.submit }).click()
  await expect(form.getByRole('alert')).toContainText('请再试一次')
  await form.getByRole('button', { name: words.submit }).click()
  await expect(page.getByRole('heading', { name: words.done })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(
    `the toast stands top-right for three seconds, waits under the pointer, closes on click (motion: ${reducedMotion})`,
    { tag: ['@S5.18', '@S8.18', '@S8.19', '@S8.20', '@S8.21'] },
    async ({ page, context }) => {
      await page.emulateMedia({ reducedMotion })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await logIn(page)
      const form = await openActivity(page, 'zh-cn', await findActivity(page, 'open'))
      await fillActivity(form)
      await form.getByRole('button', { name: words.submit }).click()
      await expect(page.getByRole('heading', { name: words.done })).toBeFocused()
      const copy = page.getByRole('button', { name: '复制编号' })
      const toast = page.getByRole('alert').filter({ hasText: '复制成功' })
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
  'who applied elsewhere meanwhile sees that application',
  { tag: ['@S4.16'] },
  async ({ page, context }) => {
    await logIn(page)
    const id = await findActivity(page, 'open')
    const form = await openActivity(page, 'zh-cn', id)
    const other = await context.newPage()
    const elsewhere = await openActivity(other, 'zh-cn', id)
    await fillActivity(elsewhere)
    await elsewhere.getByRole('button', { name: words.submit }).click()
    await expect(other.getByRole('heading', { name: words.done })).toBeVisible()
    await fillActivity(form)
    await form.getByRole('button', { name: words.submit }).click()
    await expect(page.getByRole('heading', { name: words.appliedTitle })).toBeVisible()
  },
)
