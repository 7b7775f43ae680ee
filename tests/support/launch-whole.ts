import { chromium, type Browser } from 'playwright'
import { findBrowsers } from './find-browser.ts'

/** Starts the whole browser, for what is measured in it. */
export function launchWhole(): Promise<Browser> {
  const { whole } = findBrowsers()
  return chromium.launch({
    ...(whole !== null && { executablePath: whole }),
    args: ['--no-sandbox'],
  })
}
