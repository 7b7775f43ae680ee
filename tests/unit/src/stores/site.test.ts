import { expect, test } from 'vitest'
import type { Init } from '#api/site.ts'
import { INIT_DATA_KEY } from '#config.ts'
import { $site, followInitData, readInitData, setInitData, setPageInitData } from '#stores/site.ts'

const image = { url: 'a.svg', alt: '', width: 1, height: 1 }
const INIT: Init = {
  citys: [
    { id: 1, name: 'Shanghai' },
    { id: 2, name: 'Suzhou' },
  ],
  default_city: { id: 1, name: 'Shanghai' },
  site: {
    name: 'Entracte',
    tagline: '',
    closing_line: '',
    foot_content: '<p>The house</p>',
    user_agreement_file: '/files/agreement.html',
    privacy_policy_file: '/files/privacy.html',
    seo_title: 'Entracte',
    seo_description: '',
    seo_keywords: '',
    share_image: image,
    phone: null,
    email: null,
    record_number: null,
    membership: { line: '', offer: '' },
    time_zone: 'Asia/Shanghai',
    brand: {
      mark: null,
      second_mark: null,
      seal: null,
      logo: null,
      favicon: null,
      theme: {},
      fonts: { heading_family: 'cormorant', text_family: 'source-serif', display_font: null },
    },
    sections: [],
    home_acts: [],
  },
  can_log_in: true,
  can_buy_online: true,
  links: [{ id: 1, label: 'Work with us', href: '/business/home' }],
  lang: 'en',
  viewurl: 'https://media.house.example/',
  upload: {
    provider: 'local',
    endpoint: '/api/upload/tus',
    resume_max_bytes: 1,
    video_max_bytes: 1,
    video_max_s: 300,
    avatar_max_bytes: 1,
  },
  sign_in: [],
  server_time: '2026-05-01T12:00:00+08:00',
}

/** A tab with init data in session storage; it dispatches update events. */
function createTab(text: string | null, pathname = '/en/login') {
  const stored = { text }
  return Object.assign(new EventTarget(), {
    stored,
    location: { pathname },
    sessionStorage: { getItem: (key: string) => (key === INIT_DATA_KEY ? stored.text : null) },
  })
}
const writeInitData = (data: Init) => JSON.stringify({ locale: 'en', data })

test(
  'copies footer content and footer links of the init data into the client state',
  { tags: ['S3.12'] },
  () => {
    setInitData(INIT)
    expect($site.get()).toMatchObject({ footContent: '<p>The house</p>', footLinks: INIT.links })
  },
)

test(
  'copies the cities and the default city of the init data into the client state',
  { tags: ['S3.13'] },
  () => {
    setInitData(INIT)
    expect($site.get()).toMatchObject({
      citys: INIT.citys,
      defaultCity: { id: 1, name: 'Shanghai' },
    })
  },
)

test(
  'copies site settings and view URL of the init data into the client state',
  { tags: ['S3.14'] },
  () => {
    setInitData(INIT)
    expect($site.get()).toMatchObject({ site: INIT.site, viewUrl: 'https://media.house.example/' })
  },
)

test(
  'copies user agreement and privacy policy of the init data into the client state',
  { tags: ['S3.16'] },
  () => {
    setInitData(INIT)
    expect($site.get()).toMatchObject({
      userAgreement: '/files/agreement.html',
      privacyPolicy: '/files/privacy.html',
    })
  },
)

test('notifies islands of the stored init data and of updates', () => {
  const tab = createTab(writeInitData(INIT))
  const cities: string[] = []
  const stop = followInitData(({ default_city }) => cities.push(default_city.name), tab)
  tab.stored.text = writeInitData({ ...INIT, default_city: { id: 2, name: 'Suzhou' } })
  tab.dispatchEvent(new Event('initdata'))
  stop()
  tab.dispatchEvent(new Event('initdata'))
  expect(cities).toEqual(['Shanghai', 'Suzhou'])
})

test('ignores the init data of another language, which the tab stored before a language change', () => {
  const tab = createTab(writeInitData(INIT), '/login')
  expect(readInitData(tab)).toBeNull()
  tab.stored.text = JSON.stringify({ locale: 'zh-cn', data: INIT })
  expect(readInitData(tab)).toEqual(INIT)
})

test.each([null, '', 'no json', 'null', '{}'])('reads stored init data of %j as null', (text) => {
  expect(readInitData(createTab(text))).toBeNull()
})

test('initialises the client state from the page state', { tags: ['S3.05', 'S3.13'] }, () => {
  const city = { id: 3, name: 'Hangzhou' }
  const init = {
    citys: [city],
    default_city: city,
    viewurl: 'https://printed.house.example/',
    user_agreement_file: '/files/printed-agreement.html',
    privacy_policy_file: '/files/printed-privacy.html',
  }
  const textContent = JSON.stringify({ fetch: { init } })
  setPageInitData({ getElementById: () => ({ textContent }) as HTMLElement })
  expect($site.get()).toMatchObject({
    citys: [city],
    defaultCity: city,
    viewUrl: 'https://printed.house.example/',
    userAgreement: '/files/printed-agreement.html',
    privacyPolicy: '/files/printed-privacy.html',
  })
})
