import { useToday } from '#features/work/jobs/web/parts/use-now.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { JobsByDay } from './jobs-by-day.tsx';
import { isMineDone } from './my-part.ts';
import { word } from './words.ts';

/** Finished visits, newest first. */
export function Component() {
  const today = useToday();
  return (
    <div className="k-cleaner-page">
      <PageTitle zh={word('past').zh}>{word('past').text}</PageTitle>
      <JobsByDay
        query={{ to_date: today, order: 'desc' }}
        keep={isMineDone}
        basePath="/cleaner/past"
        empty={word('nothingPast')}
        months
      />
    </div>
  );
}
