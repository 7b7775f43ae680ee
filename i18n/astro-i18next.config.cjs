const { readdirSync } = require('node:fs')
const { join } = require('node:path')

const folders = readdirSync(__dirname, { withFileTypes: true }).filter((file) => file.isDirectory())
const locales = folders.map(({ name }) => name)
const namespaces = readdirSync(join(__dirname, 'zh-cn')).map((file) => file.replace('.json', ''))

/** @type {import('astro-i18next').AstroI18nextConfig} */
module.exports = {
  defaultLocale: 'zh-cn',
  locales,
  namespaces,
  defaultNamespace: 'common',
  load: ['server'],
  resourcesBasePath: '/../i18n',
  i18nextServer: {
    preload: locales,
    // i18next would write zh-CN, find no such folder and silently answer in the other language.
    lowerCaseLng: true,
    fallbackLng: false,
    initImmediate: false,
    interpolation: { escapeValue: false },
  },
}
