import { BackLink, PageTitle } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import styles from '../parts/calendar-link.module.css';
import { CalendarLink } from '../parts/calendar-link.tsx';
import { calendarTexts } from '../texts.ts';

/** /dashboard/account/calendar */
export function Component() {
  const { t } = useText(calendarTexts);
  return (
    <div className={`k-stack k-gap-18 ${styles.page}`}>
      <BackLink href="/dashboard/account">{t('back')}</BackLink>
      <PageTitle>{t('title')}</PageTitle>
      <CalendarLink />
    </div>
  );
}
