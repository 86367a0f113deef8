import IconWalk from '@tabler/icons-react/dist/esm/icons/IconWalk.mjs';
import { useState } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { useNow } from '#features/jobs/web/parts/use-now.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { sayOnTheWay } from '../../contract.ts';
import { EARLY_START_MINUTES } from '../../rules/clocking.ts';
import { Both } from './both.tsx';
import { words } from './words.ts';

const MINUTE_MS = 60_000;

/** Within the hour before a visit: one press tells the customer. It is of no use later, so it is not kept for the signal. */
export function OnTheWay({ job }: { readonly job: Job }) {
  const now = useNow(MINUTE_MS / 2);
  const [told, setTold] = useState(false);
  const say = useAct(sayOnTheWay, { onSuccess: () => setTold(true) });
  const opens = Date.parse(job.startTime) - EARLY_START_MINUTES * MINUTE_MS;
  if (now.getTime() < opens || now.getTime() > Date.parse(job.endTime)) return null;
  return (
    <>
      <div role="status">
        {told && (
          <Notice kind="good">
            <Both text={words.toldOnTheWay} />
          </Notice>
        )}
      </div>
      {say.isError && (
        <Notice kind="bad" live>
          <Both text={words.notTold} />
        </Notice>
      )}
      {!told && (
        <Button
          full
          kind="quiet"
          icon={IconWalk}
          zh={words.onTheWay.zh}
          busy={say.isPending && `${words.telling.text} ${words.telling.zh}`}
          onClick={() => say.mutate({ params: { id: job.id }, body: {} })}
        >
          {words.onTheWay.text}
        </Button>
      )}
    </>
  );
}
