import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import styles from '#features/people/cleaners/web/parts/parts.module.css';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { Loaded } from '#platform/web/office/record.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { type Block, createBlocks, listBlocks, removeBlock } from '../../contract/blocks.ts';
import { useTimeOffLabel } from '../parts/time-off-list.tsx';
import { BLOCK_READS } from './schedule-reads.ts';
import { useFailedToast } from './use-failed-toast.ts';

/** More than are ever upcoming at once. */
const MAX_SHOWN = 200;

/** Current and upcoming block bookings, next one first, each with a remove button. */
export function BlockList() {
  const query = { from_date: today(), sortby: 'startTime', order: 'asc', size: MAX_SHOWN } as const;
  const blocks = useCall(listBlocks, { query });
  const remove = useRemoveBlock();
  const mayRemove = useMayCall(removeBlock);
  const timeOffLabel = useTimeOffLabel();
  return (
    <Loaded query={blocks} what="the blocked times">
      {({ items }) =>
        items.length === 0 ? (
          <p className="k-muted">Nothing is blocked.</p>
        ) : (
          <ul className={styles.timeOff}>
            {items.map((block) => (
              <li key={block.id}>
                <span>
                  <b>{timeOffLabel(block)}</b> {block.description}
                  <span className="k-muted"> {blockScopeLabel(block)}</span>
                </span>
                {mayRemove && (
                  <TextButton onClick={() => void remove(block)}>
                    Remove<span className="k-hidden"> {timeOffLabel(block)}</span>
                  </TextButton>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** "Everyone, spring cleaning only" */
function blockScopeLabel({ cleanerType, cleanerIDs, jobType }: Block): string {
  const some = cleanerIDs.length === 1 ? '1 cleaner' : `${cleanerIDs.length} cleaners`;
  const whom = cleanerType === 'all' ? 'Everyone' : some;
  return jobType === '' ? whom : `${whom}, ${JOB_TYPE_NAMES[jobType].toLowerCase()} only`;
}

/** Removes a block; Undo recreates it. */
function useRemoveBlock() {
  const toast = useToast();
  const failed = useFailedToast();
  const timeOffLabel = useTimeOffLabel();
  const remove = useAct(removeBlock, { refresh: BLOCK_READS });
  const putBack = useAct(createBlocks, { refresh: BLOCK_READS });
  return async (block: Block) => {
    try {
      await remove.mutateAsync({ params: { id: block.id } });
    } catch (error) {
      failed('We could not remove the block.')(error);
      return;
    }
    const { startTime, endTime, description, jobType, cleanerType } = block;
    const cleanerIDs = cleanerType === 'all' ? [] : block.cleanerIDs;
    const again = { startTime, endTime, description, jobType, cleanerType, cleanerIDs };
    toast.show({
      text: `${timeOffLabel(block)} can be booked again.`,
      undo: () =>
        putBack.mutate(
          { body: { unavailable_dates: [again] } },
          { onError: failed('We could not put it back.') },
        ),
    });
  };
}
