import { useState } from 'react';
import { z } from 'zod';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type ClockStamp, correctHours, getVisitRecord, type VisitRecord } from '../../contract/visit-day.ts';
import { useVisitRecord } from '../parts/use-visit-record.ts';

interface HoursSheetProps {
  readonly job: Job;
  /** A crew member, or someone who was replaced. */
  readonly cleanerID: string;
  onClose(): void;
}

type Member = VisitRecord['crew'][number];

/** For the office: sets both clock times of a cleaner, with a reason. */
export function HoursSheet({ job, cleanerID, onClose }: HoursSheetProps) {
  const record = useVisitRecord(job.id).data;
  const member = record?.crew.find(({ id }) => id === cleanerID);
  if (member === undefined) return null;
  return <HoursForm job={job} member={member} onClose={onClose} />;
}

interface HoursFormProps extends Pick<HoursSheetProps, 'job' | 'onClose'> {
  readonly member: Member;
}

function HoursForm({ job, member, onClose }: HoursFormProps) {
  const toast = useToast();
  const { date, time } = useFormat();
  const [seen, setSeen] = useState(member.version);
  const act = useAct(correctHours, { refresh: [...JOB_READS, getVisitRecord] });
  const form = useForm<HoursValues>({
    initial: { ...timesOf(job, member), reason: '' },
    schema: hoursForm,
    send: async ({ startedAt, finishedAt, reason }) => {
      const body = {
        cleanerID: member.id,
        startedAt: wireOf(startedAt, member.start),
        finishedAt: wireOf(finishedAt, member.finish),
        reason,
        version: seen,
      };
      await act.mutateAsync({ params: { id: job.id }, body });
      toast.show({ text: t('The hours of {{firstname}} are corrected.', { firstname: member.firstname }) });
      onClose();
    },
  });
  const { correction } = member;
  const clocked = (stamp: ClockStamp | null) => (stamp === null ? t('not clocked') : time(stamp.at));
  const now = t('{{clocked}} to {{clocked2}}', {
    clocked: clocked(member.start),
    clocked2: clocked(member.finish),
  });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Hours of {{firstname}}', { firstname: member.firstname })}
      closeLabel={t('Close')}
    >
      <form className={`k-stack k-gap-12 k-mt-10 ${styles.form}`} noValidate onSubmit={form.submit}>
        <p className="k-muted">
          {t('Planned {{date}}, {{time}} to {{time2}}. ', {
            date: date(job.startTime),
            time: time(job.startTime),
            time2: time(job.endTime),
          })}
          {member.start === null && <span>{t('Not clocked in. ')}</span>}
          {member.start !== null && member.finish === null && <span>{t('Not clocked out. ')}</span>}
          {t('If they did not work, enter the same time twice.')}
        </p>
        <TextField label={t('Began')} type="datetime-local" {...form.text('startedAt')} />
        <TextField label={t('Finished')} type="datetime-local" {...form.text('finishedAt')} />
        <TextField
          label={t('Reason')}
          hint={t("Shown in the job's history.")}
          maxLength={300}
          required
          {...form.text('reason')}
        />
        {correction && (
          <p className="k-muted">
            {t('Corrected before by {{by}}, {{date}}, {{time}}: {{reason}}', {
              by: correction.by,
              date: date(correction.at),
              time: time(correction.at),
              reason: correction.reason,
            })}
          </p>
        )}
        {member.version === seen ? (
          <SubmitProblem problem={isHoursChanged(form.problem) ? null : form.problem} />
        ) : (
          <Notice
            kind="bad"
            live
            action={
              <>
                <TextButton onClick={() => setSeen(member.version)}>{t('Keep mine')}</TextButton>
                <TextButton
                  onClick={() => {
                    form.set(timesOf(job, member));
                    setSeen(member.version);
                  }}
                >
                  {t('Take theirs')}
                </TextButton>
              </>
            }
          >
            {t('Someone else has changed these hours while you did. Now: {{now}}.', { now })}
          </Notice>
        )}
        <Button type="submit" full busy={form.sending && t('Saving')}>
          {t('Save hours')}
        </Button>
      </form>
    </Sheet>
  );
}

/** It is shown with the colleague's times, until the person has chosen. */
const isHoursChanged = (problem: Error | null) =>
  problem instanceof ApiError && problem.code === 'hours_changed';

/** The times of the clock; where there is none, as planned. */
function timesOf(job: Job, { start, finish }: Member) {
  return {
    startedAt: localTime(start?.at ?? job.startTime),
    finishedAt: localTime(finish?.at ?? job.endTime),
  };
}

type HoursValues = z.output<typeof hoursForm>;

const hoursForm = z.object({
  startedAt: z.string(),
  finishedAt: z.string(),
  reason: z
    .string()
    .trim()
    .min(1, { error: t('Enter a reason.') }),
});

/** A time on the wire, in business time, for a field: `2026-11-26T09:00`. */
function localTime(wire: string): string {
  return wire.slice(0, 16);
}

/**
 * The server reads a time without an offset in business time. Empty: it did not happen. A time that was not changed keeps
 * its seconds, and with them the place of the phone.
 */
function wireOf(local: string, stored: ClockStamp | null): string | null {
  if (stored !== null && local === localTime(stored.at)) return stored.at;
  return local === '' ? null : local.replace('T', ' ');
}
