import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useNavigate } from 'react-router';
import { useAct } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import type { Job } from '../../contract/shapes.ts';
import { startJob } from '../../contract/visits.ts';
import { getJob, listJobs } from '../../contract.ts';
import { myPart } from './my-part.ts';
import { words } from './words.ts';

/** At the door: clock in, or go back to the job under way. */
export function StartOrOpen({ job }: { job: Job }) {
  const navigate = useNavigate();
  const toast = useToast();
  const start = useAct(startJob, { refresh: [listJobs, getJob] });
  if (myPart(job).startedAt !== null) {
    return (
      <ButtonLink full href={`/cleaner/jobs/${job.id}`} zh={words.back.zh}>
        {words.back.text}
      </ButtonLink>
    );
  }
  return (
    <Button
      full
      icon={IconPlayerPlay}
      zh={words.arrived.zh}
      busy={start.isPending && words.starting.text}
      onClick={() =>
        start.mutate(
          { params: { id: job.id }, body: {} },
          {
            onSuccess: () => navigate(`/cleaner/jobs/${job.id}`),
            onError: (error) => toast.fail({ text: error.detail }),
          },
        )
      }
    >
      {words.arrived.text}
    </Button>
  );
}
