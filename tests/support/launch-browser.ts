/** How stories start their browser: `CHROME_PATH` or Playwright's own, quiet in the background. */
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
