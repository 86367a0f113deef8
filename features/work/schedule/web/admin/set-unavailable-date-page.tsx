import { useSearchParams } from 'react-router';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { CLEANERS } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import { readDay } from '#platform/kernel/business-time.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { EditableBy } from '#platform/web/office/editable-by.tsx';
import { Loaded, Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { createBlocks } from '../../contract/blocks.ts';
import { addTimeOff } from '../../contract.ts';
import { BlockForm } from './block-form.tsx';
import { BlockList } from './block-list.tsx';
import { TimeOffForm } from './time-off-form.tsx';
import type { TimeOffValues } from './time-off-values.ts';
import type { Someone } from './use-set-time-off.ts';

/** More cleaners than any company of this kind has. */
const EVERYONE = 5000;

/**
 * /admin/cleaners/set-unavailable-date: the same time off for several cleaners, and block bookings.
 * `?cleanerID=…&day=2026-11-26&reason=Sick` fills in the time off.
 */
export function Component() {
  const [params] = useSearchParams();
  const everyone = useCall(listCleaners, { query: { size: EVERYONE, count: '0' } });
  return (
    <RecordPage list={CLEANERS} title="Set time off">
      <Loaded query={everyone} what="the cleaners">
        {({ items }) => (
          <Panels
            left={
              <Panel
                title="Time off"
                note="Cleaners cannot be booked during time off. Booked jobs stay until you move them."
              >
                <EditableBy call={addTimeOff}>
                  <TimeOffForm key={params.toString()} cleaners={items} begins={beginningIn(params, items)} />
                </EditableBy>
              </Panel>
            }
            right={
              <>
                <Panel
                  title="Block time"
                  note="For a training day or stocktaking: no visits, or none of one kind, can be booked."
                >
                  <EditableBy call={createBlocks}>
                    <BlockForm cleaners={items} />
                  </EditableBy>
                </Panel>
                <Panel title="Blocked from today">
                  <BlockList />
                </Panel>
              </>
            }
          />
        )}
      </Loaded>
    </RecordPage>
  );
}

/** What the address fills in; an unknown cleaner or day is ignored. */
function beginningIn(params: URLSearchParams, cleaners: readonly Someone[]): Partial<TimeOffValues> {
  const id = params.get('cleanerID');
  const day = params.get('day') ?? '';
  return {
    cleanerIds: cleaners.filter((cleaner) => cleaner.id === id).map((cleaner) => cleaner.id),
    ...(readDay(day) !== null && { firstDay: day, lastDay: day }),
    description: (params.get('reason') ?? '').slice(0, 200),
  };
}
