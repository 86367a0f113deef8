import { z } from 'zod';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { useAct } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { getVisitRecord } from '../../contract/visit-day.ts';
import { finishJob, startJob } from '../../contract.ts';

interface ClockSheetProps {
  readonly job: Job;
  /** The crew position, from 0. */
  readonly position: number;
  onClose(): void;
}

/** For the office: clocks a crew member in or out, now or at the planned time, with a reason. */
export function ClockSheet({ job, position, onClose }: ClockSheetProps) {
  const member = job.cleaners[position];
  if (member === undefined || member.finishedAt !== null) return null;
  return <ClockForm job={job} member={member} onClose={onClose} />;
}

interface ClockFormProps extends Pick<ClockSheetProps, 'job' | 'onClose'> {
  readonly member: Job['cleaners'][number];
}

function ClockForm({ job, member, onClose }: ClockFormProps) {
  const { form, times, isStart } = useClock(job, member, onClose);
  const act = isStart ? t('Clock in') : t('Clock out');
  return (
    <Sheet open onClose={onClose} title={`${act} ${member.firstname}`} closeLabel={t('Close')}>
      <form className={`k-stack k-gap-12 k-mt-10 ${styles.form}`} noValidate onSubmit={form.submit}>
        <RadioRows label={t('When')} options={times} {...form.choice('when')} />
        <TextField
          label={t('Reason')}
          hint={t("Shown in the job's history.")}
          maxLength={300}
          required
          {...form.text('reason')}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Saving')}>
          {act}
        </Button>
      </form>
    </Sheet>
  );
}

/** The times to choose from, and the form. */
function useClock(job: Job, member: Job['cleaners'][number], onDone: () => void) {
  const { time } = useFormat();
  const toast = useToast();
  const isStart = member.startedAt === null;
  const act = useAct(isStart ? startJob : finishJob, { refresh: [...JOB_READS, getVisitRecord] });
  const planned = isStart ? job.startTime : job.endTime;
  const wasThen = Date.parse(planned) <= appClock.now().getTime();
  const isOver =
    wasThen && (member.startedAt === null || Date.parse(member.startedAt) <= Date.parse(planned));
  const plannedOption = {
    value: 'planned' as const,
    label: isStart
      ? t('At the planned start, {{time}}', { time: time(planned) })
      : t('At the planned end, {{time}}', { time: time(planned) }),
  };
  const form = useForm<ClockValues>({
    initial: { when: isOver ? 'planned' : 'now', reason: '' },
    schema: clockForm,
    send: async ({ when, reason }) => {
      const at = when === 'planned' ? { at: planned } : {};
      await act.mutateAsync({ params: { id: job.id }, body: { cleanerID: member.id, reason, ...at } });
      toast.show({
        text: isStart
          ? t('{{firstname}} is clocked in.', { firstname: member.firstname })
          : t('{{firstname}} is clocked out.', { firstname: member.firstname }),
      });
      onDone();
    },
  });
  return {
    form,
    isStart,
    times: [...(isOver ? [plannedOption] : []), { value: 'now' as const, label: t('Now') }],
  };
}

type ClockValues = { readonly when: 'planned' | 'now'; readonly reason: string };

const clockForm = z.object({
  when: z.enum(['planned', 'now']),
  reason: z
    .string()
    .trim()
    .min(1, { error: t('Enter a reason.') }),
});
