import { chromium, type Browser, type LaunchOptions } from 'playwright'
import { findBrowsers } from './find-browser.ts'

/** Starts the whole browser, for what the one of the stories leaves out. */
export function launchWhole(options: LaunchOptions = {}): Promise<Browser> {
  const { whole } = findBrowsers()
  return chromium.launch({
    ...(whole !== null && { executablePath: whole }),
    args: ['--no-sandbox'],
    ...options,
  })
}
