import { t } from '#platform/web/i18n/office.ts';
import { Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { CalendarLink } from '../parts/calendar-link.tsx';

/** /admin/settings/calendar: a personal link to all visits. */
export function Component() {
  return (
    <RecordPage list={{ to: '/admin/settings', title: t('Settings') }} title={t('Calendar')}>
      <Panels
        left={
          <Panel title={t('All visits in your calendar')} note={t('The last 7 days and the next 60')}>
            <CalendarLink />
          </Panel>
        }
      />
    </RecordPage>
  );
}
