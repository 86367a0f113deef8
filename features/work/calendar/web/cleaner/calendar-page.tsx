import { BackLink, PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from '../parts/calendar-link.module.css';
import { CalendarLink } from '../parts/calendar-link.tsx';
import { useCalendarText } from '../text.ts';

/** /cleaner/calendar */
export function Component() {
  const { t } = useCalendarText();
  return (
    <div className={styles.page}>
      <BackLink href="/cleaner/schedule">
        My week <span lang="zh">我的一周</span>
      </BackLink>
      <PageTitle>{t('title')}</PageTitle>
      <CalendarLink />
    </div>
  );
}
