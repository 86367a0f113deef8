import { BackLink, PageTitle } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { CalendarLink } from '../parts/calendar-link.tsx';
import { calendarTexts } from '../texts.ts';

/** /dashboard/account/calendar */
export function Component() {
  const { t } = useText(calendarTexts);
  return (
    <div className="k-page">
      <BackLink href="/dashboard/account">{t('back')}</BackLink>
      <PageTitle>{t('title')}</PageTitle>
      <CalendarLink />
    </div>
  );
}
