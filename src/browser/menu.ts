/** Closes the menu, which covers the page, when Escape is pressed or the focus leaves the menu. */
export function closeMenuByKeyboard(menu: HTMLDetailsElement | null): void {
  menu?.addEventListener('keydown', ({ key, isComposing }) => {
    // During the composition of Chinese text, Escape only cancels the composition.
    if (key !== 'Escape' || isComposing) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  menu?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false
  })
}
