import { useEffect, useId, useState, type KeyboardEvent } from 'react'

/**
 * State and keyboard handling of an ARIA combobox whose options are links: arrow keys move through the
 * options and wrap around, Enter follows the active one, Escape closes the list.
 * @param count number of options
 * @param options the loaded options: none is active after they have changed
 */
export function useCombobox(count: number, options: unknown) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [last, setLast] = useState(options)
  if (options !== last) {
    setLast(options)
    setActive(-1)
  }
  const isShown = isOpen && count > 0

  useEffect(() => {
    if (active < 0) return
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  function close(): void {
    setOpen(false)
    setActive(-1)
  }

  function move(step: number): void {
    setOpen(true)
    // The cycle has one more position than options: -1 is the field itself.
    setActive((now) => ((now + 1 + step + count + 1) % (count + 1)) - 1)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Keys during input method composition are ignored.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && isShown && active >= 0) {
      event.preventDefault()
      document.getElementById(`${listId}-${active}`)?.click()
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    }
  }

  return {
    listId,
    active: isShown ? active : -1,
    isOpen,
    isShown,
    close,
    /** Opens the list without an active option, after the text has changed. */
    open() {
      setOpen(true)
      setActive(-1)
    },
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isShown,
      'aria-controls': isShown ? listId : undefined,
      'aria-activedescendant': isShown && active >= 0 ? `${listId}-${active}` : undefined,
      onKeyDown,
    },
  } as const
}
