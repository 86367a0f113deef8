import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { listAvailable } from '#features/work/schedule/contract.ts';
import { queryOf, sendCall } from '#platform/web/api/queries.ts';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import type { BulkSheetProps } from '#platform/web/office/bulk-bar.tsx';
import type { BulkTask } from '#platform/web/office/use-bulk.ts';
import type { Job } from '../../contract/shapes.ts';
import { updateJob } from '../../contract.ts';
import { assignBody, previousBody } from '../office/bulk-changes.ts';
import type { Candidate } from '../office/crew-plan.ts';
import { nameOf } from '../office/job-labels.ts';
import styles from '../office/job-sheets.module.css';
import { visitQuery } from '../office/visit-query.ts';

/** From this many names on, a search field is shown. */
const MANY = 8;

/** Assigns one cleaner to all selected jobs; says for how many of them each is free. */
export function AssignManySheet({ items, start, onClose }: BulkSheetProps<Job>) {
  const people = useFreePeople(items);
  const [tellCustomer, setTellCustomer] = useState(true);
  const [q, setQ] = useState('');
  const found = people.list.filter(({ person }) =>
    nameOf(person).toLowerCase().includes(q.trim().toLowerCase()),
  );
  const crews = items.filter(({ numCleaners }) => numCleaners > 1).length;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Assign {{jobs}}', { jobs: jobs(items.length) })}
      closeLabel={t('Close')}
    >
      {crews > 0 && (
        <p className={styles.lead}>
          {t(
            'For jobs with more than one cleaner, this fills an empty position, or replaces the first cleaner if there is none.',
          )}
        </p>
      )}
      <Checkbox
        label={t('Tell the customers who is coming')}
        hint={t('By SMS if the visit is today, otherwise by e-mail. It goes out in a minute.')}
        checked={tellCustomer}
        onChange={(event) => setTellCustomer(event.target.checked)}
      />
      {people.isPending && <Skeleton words={t('Checking who is free')} lines={6} bare />}
      {people.error && (
        <ErrorState retryLabel={t('Try again')} onRetry={people.again}>
          {t('We could not check who is free. {{message}}', { message: people.error.message })}
        </ErrorState>
      )}
      {people.list.length > MANY && (
        <TextField label={t('Find by name')} value={q} onChange={(event) => setQ(event.target.value)} />
      )}
      <ul className={styles.people}>
        {found.map(({ person, free }) => (
          <li key={person.id}>
            <button
              type="button"
              className={styles.person}
              onClick={() => start(assignTask(person, tellCustomer))}
            >
              <PersonTile
                id={person.id}
                initials={initialsOf(nameOf(person))}
                size={32}
                photo={person.profilePhoto}
              />
              <span>
                <span className="k-block k-strong">{nameOf(person)}</span>
                <span className={styles.note}>
                  {t('Free for {{value}}', {
                    value:
                      free === items.length
                        ? t('all')
                        : t('{{free}} of {{count}}', { free, count: items.length }),
                  })}
                </span>
              </span>
              <b>{t('Assign')}</b>
            </button>
          </li>
        ))}
      </ul>
      {!people.isPending && !people.error && people.list.length === 0 && (
        <p className={styles.lead}>
          {t('No one is free for any of them. Move them, or assign them one by one.')}
        </p>
      )}
    </Sheet>
  );
}

/** Everybody who is free for at least one of the jobs, or already in its crew; those free for most first. */
function useFreePeople(items: readonly Job[]) {
  return useQueries({
    queries: items.map((job) =>
      queryOf(listAvailable, {
        query: { ...visitQuery(job), startTime: job.startTime, endTime: job.endTime, explain: '1' },
      }),
    ),
    combine: (reads) => {
      const counts = new Map<string, { readonly person: Candidate; free: number }>();
      for (const { data } of reads)
        for (const person of data?.items ?? []) {
          const known = counts.get(person.id) ?? { person, free: 0 };
          if (person.free) known.free += 1;
          counts.set(person.id, known);
        }
      const failed = reads.find(({ isError }) => isError);
      const isPending = reads.some((read) => read.isPending);
      return {
        isPending,
        error: failed?.error ?? null,
        again: () => void Promise.all(reads.map(({ refetch }) => refetch())),
        list:
          isPending || failed
            ? []
            : [...counts.values()].filter(({ free }) => free > 0).sort((a, b) => b.free - a.free),
      };
    },
  });
}

function assignTask(person: Candidate, tellCustomer: boolean): BulkTask<Job> {
  const name = nameOf(person);
  const send = (job: Job, body: object) =>
    sendCall(updateJob, { params: { id: job.id }, body: { ...body, tellCustomer } });
  return {
    doing: t('Assigning'),
    done: (items) =>
      items.length === 1
        ? t('{{jobs}} is assigned to {{name}}.', { jobs: jobs(items.length), name })
        : t('{{jobs}} are assigned to {{name}}.', { jobs: jobs(items.length), name }),
    failed: t('was not assigned'),
    apply: (job) => send(job, assignBody(job, person.id)),
    undo: {
      doing: t('Restoring the crew'),
      done: (items) =>
        items.length === 1
          ? t('{{jobs}} has its previous crew again.', { jobs: jobs(items.length) })
          : t('{{jobs}} have their previous crew again.', { jobs: jobs(items.length) }),
      failed: t('could not get its previous crew back'),
      apply: (job) => send(job, previousBody(job)),
    },
  };
}

function jobs(count: number): string {
  return count === 1 ? '1 job' : t('{{count}} jobs', { count });
}
