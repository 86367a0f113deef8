import { appClock } from '#platform/web/app-clock.ts';
import { businessDay } from '#platform/web/business-day.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from './cleaner.module.css';
import { JobsByDay } from './jobs-by-day.tsx';
import { isMineDone } from './my-part.ts';
import { words } from './words.ts';

/** What is done, newest first. */
export function Component() {
  return (
    <div className={styles.page}>
      <PageTitle zh={words.past.zh}>{words.past.text}</PageTitle>
      <JobsByDay
        query={{ to_date: businessDay(appClock.now()), order: 'desc' }}
        keep={isMineDone}
        at="/cleaner/past"
        empty={words.nothingPast}
      />
    </div>
  );
}
