import { useToday } from '#features/work/jobs/web/parts/use-now.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { BilingualText } from './bilingual-text.tsx';
import { JobsByDay } from './jobs-by-day.tsx';
import { isMineDone } from './my-part.ts';
import { word } from './words.ts';

/** Visits from today on that are not done yet. */
export function Component() {
  const today = useToday();
  return (
    <div className="k-cleaner-page">
      <PageTitle zh={word('upcoming').zh}>{word('upcoming').text}</PageTitle>
      <JobsByDay
        query={{ from_date: today, order: 'asc' }}
        keep={(job) => !isMineDone(job)}
        basePath="/cleaner/upcoming"
        empty={word('nothingUpcoming')}
        prefetch
      />
      <TextLink href="/cleaner/schedule" roomy>
        <BilingualText text={word('week')} />
      </TextLink>
    </div>
  );
}
