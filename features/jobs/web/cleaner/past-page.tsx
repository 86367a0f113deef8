import { appClock } from '#platform/web/app-clock.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { businessDay, dayAfter } from '../parts/job-day.ts';
import styles from './cleaner.module.css';
import { JobsByDay } from './jobs-by-day.tsx';
import { words } from './words.ts';

/** What was done until yesterday, newest first. */
export function Component() {
  return (
    <div className={styles.page}>
      <PageTitle zh={words.past.zh}>{words.past.text}</PageTitle>
      <JobsByDay
        query={{ to_date: dayAfter(businessDay(appClock.now()), -1), order: 'desc' }}
        at="/cleaner/past"
        empty={words.nothingPast}
      />
    </div>
  );
}
