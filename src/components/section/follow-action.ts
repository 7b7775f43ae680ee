import type { LongFormBlock } from '#blocks/long-form.ts'
import type { ItemAction } from './item-action.ts'

/**
 * Removes buttons of an item's own text that lead to its form or checkout while the item cannot be applied
 * for or bought: they would contradict the action of the page and end nowhere.
 * @param target path of that form or checkout with its locale, such as `/course/form`
 */
export function followAction(
  blocks: readonly LongFormBlock[],
  action: ItemAction,
  target: string,
): LongFormBlock[] {
  const isClosed = (block: LongFormBlock) =>
    block.type === 'button' && block.href.split('?')[0] === target
  return action.kind === 'act' ? [...blocks] : blocks.filter((block) => !isClosed(block))
}
