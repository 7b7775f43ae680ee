import { chromium, type Browser, type LaunchOptions } from 'playwright'
import { findBrowsers } from './find-browser.ts'

/** Launches the full browser, for features that the headless shell lacks. */
export function launchFullBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const { full } = findBrowsers()
  return chromium.launch({
    ...(full !== null && { executablePath: full }),
    args: ['--no-sandbox'],
    ...options,
  })
}
