import { BLOCKS, type BlockName } from '../../../contract/blocks.ts';
import { ITEMS, type ItemKind } from '../../../contract/items.ts';

/** All blocks have the same routes; for the types, one block stands for all. */
export function callsOf(name: BlockName) {
  return BLOCKS[name] as (typeof BLOCKS)['disclaimer'];
}

/** The same for lists of entries. */
export function itemCallsOf(kind: ItemKind) {
  return ITEMS[kind] as (typeof ITEMS)['testimonials'];
}
