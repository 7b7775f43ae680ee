/** Shows only the items of the chosen discipline; `all` shows everyone. */
export function filterWall(root: Document): void {
  const items = [...root.querySelectorAll<HTMLElement>('[data-discipline]')]
  for (const input of root.querySelectorAll<HTMLInputElement>('input[name="discipline"]')) {
    input.addEventListener('change', () => {
      for (const item of items) {
        item.hidden = input.value !== 'all' && item.dataset['discipline'] !== input.value
      }
    })
  }
}
