/** The sources of actions that WebDriver and WebDriver BiDi have in common. */
type ActionSource =
  | {
      type: 'pointer'
      id: string
      parameters: { pointerType: 'mouse' }
      actions: (
        | { type: 'pointerMove'; x: number; y: number }
        | { type: 'pointerDown' | 'pointerUp'; button: number }
      )[]
    }
  | { type: 'key'; id: string; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }

/** One tab of a browser that Playwright does not drive. */
export interface Tab {
  /** Opens an address; resolves when the page has loaded. */
  open: (address: string) => Promise<void>
  /** Evaluates an expression in the page; its value must be JSON. */
  read: (expression: string) => Promise<unknown>
  perform: (sources: readonly ActionSource[]) => Promise<void>
  /** A picture of the window, as PNG. */
  capture: () => Promise<Buffer>
  close: () => Promise<void>
}
