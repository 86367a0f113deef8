import { type ReactNode, useState } from 'react';
import { listAvailable } from '#features/work/schedule/contract.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import type { Job } from '../../contract/shapes.ts';
import { goesAhead } from '../../rules/status.ts';
import { AssignAnyway } from './assign-anyway.tsx';
import { type Candidate, crewBody, mayAssignAnyway, whyNot, withCleanerAt } from './crew-plan.ts';
import { nameOf } from './job-labels.ts';
import styles from './job-sheets.module.css';
import { useChangeJob } from './use-change-job.ts';
import { visitQuery } from './visit-query.ts';

interface CrewSheetProps {
  readonly job: Job;
  /** The crew position, from 0. */
  readonly position: number;
  onClose(): void;
}

/** From this many names on, a search field is shown. */
const MANY = 8;

/** Candidates for one position of the crew: free ones first, then everyone else with the reason. */
export function CrewSheet({ job, position, onClose }: CrewSheetProps) {
  const { date, time } = useFormat();
  const { startTime, endTime } = job;
  const people = useCall(listAvailable, { query: { ...visitQuery(job), startTime, endTime, explain: '1' } });
  const [tellCustomer, setTellCustomer] = useState(true);
  const assign = useAssign(job, { position, tellCustomer }, onClose);
  const [q, setQ] = useState('');
  const before = job.cleaners[position];
  const items = people.data?.items ?? [];
  const found = items.filter((person) => nameOf(person).toLowerCase().includes(q.trim().toLowerCase()));
  return (
    <Sheet
      open
      onClose={onClose}
      title={
        <span className="k-break">
          {before ? t('Replace {{name}}', { name: nameOf(before) }) : t('Find crew')}
        </span>
      }
      closeLabel={t('Close')}
    >
      <p className={styles.lead}>
        {t('{{date}}, {{time}} to {{time2}}, at {{job_address_postal}}.', {
          date: date(startTime),
          time: time(startTime),
          time2: time(endTime),
          job_address_postal: job.job_address_postal,
        })}
      </p>
      {goesAhead(job.status) && (
        <Checkbox
          label={t('Tell the customer who is coming')}
          hint={t('By SMS if the visit is today, otherwise by e-mail. It goes out in a minute.')}
          checked={tellCustomer}
          onChange={(event) => setTellCustomer(event.target.checked)}
        />
      )}
      <SubmitProblem problem={assign.problem} />
      {people.isPending && <Skeleton words={t('Checking who is free')} lines={6} bare />}
      {people.isError && (
        <ErrorState retryLabel={t('Try again')} onRetry={() => void people.refetch()}>
          {t('We could not check who is free. {{message}}', { message: people.error.message })}
        </ErrorState>
      )}
      {items.length > MANY && (
        <TextField label={t('Find by name')} value={q} onChange={(event) => setQ(event.target.value)} />
      )}
      {people.data && <Candidates job={job} found={found} assign={assign} />}
    </Sheet>
  );
}

interface CandidatesProps {
  readonly job: Job;
  readonly found: readonly Candidate[];
  readonly assign: ReturnType<typeof useAssign>;
}

/** Three groups: free, assignable with a reason, and everyone else. */
function Candidates({ job, found, assign }: CandidatesProps) {
  const reasonOf = (person: Candidate) => whyNot(person, job.cleaners);
  const free = found.filter((person) => reasonOf(person) === null);
  const unsuited = found.filter((person) => mayAssignAnyway(person, job.cleaners));
  const others = found.filter((person) => !free.includes(person) && !unsuited.includes(person));
  return (
    <>
      <CleanerSection
        title={t('Free, best first: {{count}}', { count: free.length })}
        none={t('No one is free at that time. Move the visit.')}
      >
        {free.map((person) => (
          <li key={person.id}>
            <button type="button" className={styles.person} onClick={() => void assign.press(person)}>
              <CandidateRow person={person} note={person.languages.join(', ')} />
              <b>{assign.busyWith === person.id ? t('Assigning') : t('Assign')}</b>
            </button>
          </li>
        ))}
      </CleanerSection>
      <CleanerSection title={t('Free, but not a match')} none={null}>
        {unsuited.map((person) => (
          <li key={person.id} className={styles.other}>
            <div className={styles.person}>
              <CandidateRow person={person} note={reasonOf(person) ?? ''} />
            </div>
            <AssignAnyway
              name={nameOf(person)}
              busy={assign.busyWith === person.id}
              onAssign={(reason) => void assign.press(person, reason)}
            />
          </li>
        ))}
      </CleanerSection>
      <CleanerSection title={t('Not free')} none={null}>
        {others.map((person) => (
          <li key={person.id} className={styles.person}>
            <CandidateRow person={person} note={reasonOf(person) ?? ''} />
          </li>
        ))}
      </CleanerSection>
    </>
  );
}

interface Assignment {
  readonly position: number;
  readonly tellCustomer: boolean;
}

function useAssign(job: Job, { position, tellCustomer }: Assignment, onDone: () => void) {
  const { date, time } = useFormat();
  const change = useChangeJob(job);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const when = `${date(job.startTime)}, ${time(job.startTime)}`;
  const before = job.cleaners[position];
  const press = async (person: Candidate, overrideReason?: string) => {
    if (busyWith !== null) return;
    setBusyWith(person.id);
    setProblem(null);
    try {
      await change.change(
        {
          ...crewBody(withCleanerAt(job.cleaners, position, person.id)),
          tellCustomer,
          ...(overrideReason !== undefined && { overrideReason }),
        },
        {
          done: t('{{name}} is assigned to the visit on {{when}}.', { name: nameOf(person), when }),
          undone: t('{{value}} is assigned to the visit on {{when}} again.', {
            value: before ? nameOf(before) : t('No one'),
            when,
          }),
        },
      );
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const taken = error.code === 'slot_taken';
      setProblem(taken ? new Error(`${error.message} Here is who is free now.`) : error);
      if (taken || error.code === 'visit_changed') await change.lookAgain();
    } finally {
      setBusyWith(null);
    }
  };
  return { press, busyWith, problem };
}

interface PeopleProps {
  readonly title: string;
  /** Shown if the list is empty; null hides the section. */
  readonly none: string | null;
  readonly children: readonly ReactNode[];
}

function CleanerSection({ title, none, children }: PeopleProps) {
  const isEmpty = children.length === 0;
  if (isEmpty && none === null) return null;
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      {isEmpty ? <p className={styles.lead}>{none}</p> : <ul className={styles.people}>{children}</ul>}
    </section>
  );
}

function CandidateRow({ person, note }: { readonly person: Candidate; readonly note: string }) {
  return (
    <>
      <PersonTile
        id={person.id}
        initials={initialsOf(nameOf(person))}
        size={32}
        photo={person.profilePhoto}
      />
      <span>
        <span className="k-block k-strong">{nameOf(person)}</span>
        <span className={styles.note}>{note}</span>
      </span>
    </>
  );
}
