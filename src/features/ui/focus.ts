/** A ref that moves the focus to its element when it is set, such as after the focused element was removed. */
export const focus = (element: HTMLElement | null): void => element?.focus()
