/** Action sources that WebDriver and WebDriver BiDi share. */
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

/** A tab of a browser that is not driven by Playwright. */
export interface Tab {
  /** Opens an address; resolves when the page has loaded. */
  open: (address: string) => Promise<void>
  /** Evaluates an expression in the page; its value must be JSON. */
  read: (expression: string) => Promise<unknown>
  perform: (sources: readonly ActionSource[]) => Promise<void>
  /** A screenshot as PNG. */
  capture: () => Promise<Buffer>
  close: () => Promise<void>
}
