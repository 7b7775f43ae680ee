/** Launch options for e2e tests: `CHROME_PATH` or Playwright's own browser, without background requests. */
export function launchWith(...args: string[]) {
  const executablePath = process.env['CHROME_PATH']
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      ...args,
    ],
  }
}
