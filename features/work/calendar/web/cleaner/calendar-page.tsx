import { NotHere } from '#features/people/cleaners/web/parts/not-here.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { BackLink, PageTitle } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { getCalendarFeed } from '../../contract.ts';
import { CalendarLink } from '../parts/calendar-link.tsx';
import { calendarTexts } from '../texts.ts';

/** /cleaner/calendar */
export function Component() {
  const { t } = useText(calendarTexts);
  const feed = useCall(getCalendarFeed);
  const online = useOnline();
  return (
    <div className="k-cleaner-page">
      <BackLink href="/cleaner/schedule">
        My week <span lang="zh">我的一周</span>
      </BackLink>
      <PageTitle>{t('title')}</PageTitle>
      {feed.data === undefined && !online ? <NotHere /> : <CalendarLink />}
    </div>
  );
}
