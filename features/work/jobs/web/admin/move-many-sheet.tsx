import { z } from 'zod';
import { listAvailable } from '#features/work/schedule/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { sendCall } from '#platform/web/api/queries.ts';
import { instantOf } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { BulkSheetProps } from '#platform/web/office/bulk-bar.tsx';
import type { BulkTask } from '#platform/web/office/use-bulk.ts';
import type { Job } from '../../contract/shapes.ts';
import { updateJob } from '../../contract.ts';
import { previousBody, type Shift, shiftedStart } from '../office/bulk-changes.ts';
import { crewBody, crewForTime } from '../office/crew-plan.ts';
import styles from '../office/job-sheets.module.css';
import { visitQuery } from '../office/visit-query.ts';

/** Days a visit can be moved at once. */
const FURTHEST = 365;

const wanted = z.object({
  days: z.string().refine((text) => /^-?\d{1,3}$/.test(text.trim()) && Math.abs(Number(text)) <= FURTHEST, {
    error: t('Enter a number of days, at most {{furthest}}. Use a minus sign for earlier.', {
      furthest: FURTHEST,
    }),
  }),
  time: z.string(),
  othersMayCome: z.boolean(),
});

/** Moves all selected visits by the same number of days, and to the same time of day if one is given. */
export function MoveManySheet({ items, start, onClose }: BulkSheetProps<Job>) {
  const { date, time } = useFormat();
  const form = useForm<z.input<typeof wanted>>({
    initial: { days: '1', time: '', othersMayCome: false },
    schema: wanted,
    send: async ({ othersMayCome, ...shift }) =>
      start(moveTask({ days: Number(shift.days), time: shift.time }, othersMayCome)),
  });
  const [first] = items;
  const shift = { days: Number(form.values.days), time: form.values.time };
  const example =
    first &&
    Math.abs(shift.days) <= FURTHEST &&
    Number.isInteger(shift.days) &&
    instantOf(shiftedStart(first.startTime, shift)).toISOString();
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Move {{value}}', {
        value: items.length === 1 ? t('1 job') : t('{{count}} jobs', { count: items.length }),
      })}
      closeLabel={t('Close')}
    >
      <form className={`k-stack k-gap-12 k-mt-10 ${styles.form}`} noValidate onSubmit={form.submit}>
        <TextField
          label={t('Days later')}
          hint={t('With a minus for earlier. 0 stays on the same day.')}
          inputMode="numeric"
          {...form.text('days')}
        />
        <TextField
          label={t('Start time')}
          aside={t('Optional')}
          type="time"
          hint={t('Leave blank to keep each visit’s time.')}
          {...form.text('time')}
        />
        <Checkbox
          label={t('Another cleaner may come')}
          hint={t('If unticked, visits whose cleaners are not free are not moved.')}
          {...form.flag('othersMayCome')}
        />
        {first && example && (
          <p className={styles.lead}>
            {t('{{fullname}}: from {{date}}, {{time}} to {{date2}}, {{time2}}. Customers are notified.', {
              fullname: first.customer.fullname,
              date: date(first.startTime),
              time: time(first.startTime),
              date2: date(example),
              time2: time(example),
            })}
          </p>
        )}
        <Button type="submit" full>
          {t('Move')}
        </Button>
      </form>
    </Sheet>
  );
}

/** A visit that moves later makes room for the one before it, and the other way round. */
const earliestFirst = (a: Job, b: Job) => a.startTime.localeCompare(b.startTime);
const latestFirst = (a: Job, b: Job) => earliestFirst(b, a);

function moveTask(shift: Shift, othersMayCome: boolean): BulkTask<Job> {
  const send = (job: Job, body: object) => sendCall(updateJob, { params: { id: job.id }, body });
  const count = (items: readonly Job[]) =>
    items.length === 1 ? t('1 job was') : t('{{count}} jobs were', { count: items.length });
  return {
    doing: t('Moving'),
    done: (items) => t('{{count}} moved.', { count: count(items) }),
    failed: t('was not moved'),
    inOrder: shift.days < 0 ? earliestFirst : latestFirst,
    apply: async (job) => {
      const startTime = shiftedStart(job.startTime, shift);
      await send(job, { startTime, ...(othersMayCome && (await crewAt(job, startTime))) });
    },
    undo: {
      doing: t('Moving back'),
      done: (items) => t('{{count}} moved back.', { count: count(items) }),
      failed: t('was not moved back'),
      inOrder: shift.days < 0 ? latestFirst : earliestFirst,
      apply: (job) => send(job, previousBody(job)),
    },
  };
}

/** The crew at another time: who is free stays, others are replaced by the best who are. */
async function crewAt(job: Job, startTime: string) {
  const start = instantOf(startTime);
  const lasts = Date.parse(job.endTime) - Date.parse(job.startTime);
  const query = {
    ...visitQuery(job),
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + lasts).toISOString(),
    explain: '1' as const,
  };
  const plan = crewForTime(job.cleaners, (await callApi(listAvailable, { query })).items);
  if (plan === null) {
    const detail = t('Not enough cleaners are free then.');
    throw new ApiError({ status: 409, code: 'slot_taken', title: t('No one is free'), detail });
  }
  return crewBody(plan.crew);
}
