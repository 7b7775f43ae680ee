import type { LongFormBlock } from '#blocks/long-form.ts'
import type { ItemAction } from './item-action.ts'

/**
 * Removes buttons from the text of an item that link to its form or checkout while applying or buying is not
 * possible, because they would contradict the action of the page.
 * @param target path of the form or checkout with its locale prefix, such as `/en/course/form`
 */
export function removeClosedButtons(
  blocks: readonly LongFormBlock[],
  action: ItemAction,
  target: string,
): LongFormBlock[] {
  const isClosed = (block: LongFormBlock) =>
    block.type === 'button' && block.href.split('?')[0] === target
  return action.kind === 'act' ? [...blocks] : blocks.filter((block) => !isClosed(block))
}
