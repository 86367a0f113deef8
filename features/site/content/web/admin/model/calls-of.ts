import { BLOCKS, type BlockName } from '../../../contract/blocks.ts';
import { ITEMS, type ItemKind } from '../../../contract/items.ts';

/** Every block answers alike; one of them stands for all in the types. */
export function callsOf(name: BlockName) {
  return BLOCKS[name] as (typeof BLOCKS)['disclaimer'];
}

/** So does every list of entries. */
export function itemCallsOf(kind: ItemKind) {
  return ITEMS[kind] as (typeof ITEMS)['testimonials'];
}
