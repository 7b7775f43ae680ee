import { afterEach, expect, test } from 'vitest'
import { $chooseLanguage, followChoice } from '#stores/locale.ts'

afterEach(() => $chooseLanguage.set('zh-cn'))

const createTab = (cookie: string) => Object.assign(new EventTarget(), { document: { cookie } })

test('defaults the language preference to zh-cn', { tags: ['S3.03'] }, () => {
  expect($chooseLanguage.get()).toBe('zh-cn')
  followChoice(createTab('other=1'))()
  expect($chooseLanguage.get()).toBe('zh-cn')
})

test(
  'reads the language cookie into the client state and follows its changes',
  { tags: ['S3.02', 'S4.01', 'S4.03', 'S4.05'] },
  () => {
    const tab = createTab('chooseLanguage=en')
    const stop = followChoice(tab)
    expect($chooseLanguage.get()).toBe('en')
    tab.document.cookie = 'chooseLanguage=zh-cn'
    tab.dispatchEvent(new Event('languagechoice'))
    expect($chooseLanguage.get()).toBe('zh-cn')
    stop()
  },
)
