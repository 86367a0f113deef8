import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { listAvailable, listTimeAvailable } from '#features/work/schedule/contract.ts';
import { keyOf, useAct } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t } from '#platform/web/i18n/office.ts';
import type { Job } from '../../contract/shapes.ts';
import { getJob, updateJob } from '../../contract.ts';
import { crewBody } from './crew-plan.ts';
import { JOB_READS } from './job-frame.tsx';

type Body = z.input<typeof updateJob.body>;

interface ChangeTexts {
  readonly done: string;
  /** The message after Undo. */
  readonly undone: string;
}

/** Changes the time or the crew of a job as it is shown, and offers Undo for 8 s. */
export function useChangeJob(job: Job) {
  const act = useAct(updateJob, { refresh: [...JOB_READS, listAvailable, listTimeAvailable] });
  const toast = useToast();
  const client = useQueryClient();
  const former: Body = {
    startTime: job.startTime,
    ...crewBody(job.cleaners.map((member) => member.id)),
    // The previous crew may have been assigned with an override.
    overrideReason: t('Undo'),
  };
  /** Unless someone has changed the job since. */
  async function takeBack(text: string, changed: Pick<Body, 'tellCustomer' | 'version'>): Promise<void> {
    try {
      await act.mutateAsync({ params: { id: job.id }, body: { ...former, ...changed } });
      toast.show({ text });
    } catch (error) {
      toast.fail({
        text: t('Could not undo. {{value}}', { value: error instanceof Error ? error.message : '' }),
      });
    }
  }
  return {
    busy: act.isPending,
    /** Someone else was faster: refetches what was shown as free. */
    async lookAgain(): Promise<void> {
      const reads = [getJob, listAvailable, listTimeAvailable];
      await Promise.all(reads.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
    },
    async change(body: Body, texts: ChangeTexts): Promise<void> {
      const { tellCustomer } = body;
      const { version } = await act.mutateAsync({
        params: { id: job.id },
        body: { ...body, version: job.version },
      });
      toast.show({
        text: texts.done,
        undo: () => void takeBack(texts.undone, { tellCustomer, version }),
      });
    },
  };
}
