/** Shows only the artists of the chosen discipline; `all` shows every artist. */
export function filterWall(root: Document): void {
  const items = [...root.querySelectorAll<HTMLElement>('[data-discipline]')]
  const inputs = root.querySelectorAll<HTMLInputElement>('input[name="discipline"]')
  for (const input of inputs) {
    input.addEventListener('change', () => {
      for (const item of items) {
        item.hidden = input.value !== 'all' && item.dataset['discipline'] !== input.value
      }
    })
  }
}
