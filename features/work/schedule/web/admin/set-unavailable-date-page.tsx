import { listCleaners } from '#features/people/cleaners/contract.ts';
import { CLEANERS } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { Loaded, Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { BlockForm } from './block-form.tsx';
import { BlockList } from './block-list.tsx';
import { TimeOffForm } from './time-off-form.tsx';

/** More cleaners than any company of this kind has. */
const EVERYONE = 5000;

/** /admin/cleaners/set-unavailable-date: the same time off for several cleaners, and block bookings. */
export function Component() {
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
                <TimeOffForm cleaners={items} />
              </Panel>
            }
            right={
              <>
                <Panel
                  title="Block time"
                  note="For a training day or stocktaking: no visits, or none of one kind, can be booked."
                >
                  <BlockForm cleaners={items} />
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
