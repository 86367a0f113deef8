import { Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { CalendarLink } from '../parts/calendar-link.tsx';

/** /admin/settings/calendar: a personal link to all visits. */
export function Component() {
  return (
    <RecordPage list={{ to: '/admin/settings', title: 'Settings' }} title="Calendar">
      <Panels
        left={
          <Panel title="All visits in your calendar" note="The last 7 days and the next 60">
            <CalendarLink />
          </Panel>
        }
      />
    </RecordPage>
  );
}
