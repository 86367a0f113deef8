import { useToday } from '#features/jobs/web/parts/use-now.ts';
import { CleanerView } from '#features/schedule/web/parts/cleaner-view.tsx';
import { addDays } from '#platform/web/business-time.ts';
import { JobsPanel } from '../parts/jobs-panel.tsx';

/** /admin/cleaners/:cleanerID/view */
export function Component() {
  return <CleanerView jobs={({ id }) => <CleanerJobs cleanerId={id} />} />;
}

function CleanerJobs({ cleanerId }: { readonly cleanerId: string }) {
  const today = useToday();
  return (
    <>
      <JobsPanel
        title="Coming up"
        none="No visits ahead."
        query={{ cleanerID: cleanerId, from_date: today, order: 'asc' }}
      />
      <JobsPanel
        title="Past visits"
        none="No visits yet."
        query={{ cleanerID: cleanerId, to_date: addDays(today, -1), order: 'desc' }}
      />
    </>
  );
}
