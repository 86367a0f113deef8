import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getCleaner } from '#features/people/cleaners/contract.ts';
import { listAvailable } from '#features/work/schedule/contract.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import type { Job } from '../../contract/shapes.ts';
import { chooseCrew } from '../../rules/policy.ts';
import { goesAhead } from '../../rules/status.ts';
import { mayChange, mayClock } from './crew-plan.ts';
import { nameOf } from './job-labels.ts';
import styles from './job-panels.module.css';
import { visitQuery } from './visit-query.ts';

interface CrewPanelProps {
  readonly job: Job;
  /** Opens the candidates for this position, from 0. */
  onChange(position: number): void;
  /** Opens the dialog for clocking a member in or out. */
  onClock(position: number): void;
}

/** The crew, with each member's clock times. */
export function CrewPanel({ job, onChange, onClock }: CrewPanelProps) {
  const { cleaners, numCleaners } = job;
  const reasons = useReasons(job);
  const mayChoose = useMay(chooseCrew);
  // Keyed by position, so that the button keeps its focus when the cleaner changes.
  const positions = cleaners.map((member, position) => ({ member, position }));
  return (
    <Panel
      title={t('Crew')}
      note={numCleaners === 1 ? '1 cleaner' : t('{{numCleaners}} cleaners', { numCleaners })}
    >
      <ul className="k-ruled">
        {positions.map(({ member, position }) => (
          <li key={position} className="k-row k-gap-12">
            <PersonTile
              id={member.id}
              initials={initialsOf(member.fullname)}
              size={36}
              photo={member.profilePhoto}
            />
            <span className={`k-grow k-break ${styles.member}`}>
              <Link to={`/admin/cleaners/${member.id}/view`}>{nameOf(member)}</Link>
              <CleanerPhone cleanerID={member.id} />
              <ClockTimes member={member} />
              <UnavailableReason why={reasons.get(member.id)} />
            </span>
            {mayChoose && mayClock(job, appClock.now()) && member.finishedAt === null && (
              <Button
                kind="quiet"
                size="small"
                onClick={() => onClock(position)}
                aria-label={`${clockLabel(member)} ${nameOf(member)}`}
              >
                {clockLabel(member)}
              </Button>
            )}
            {mayChoose && mayChange(job) && member.startedAt === null && (
              <Button
                kind="quiet"
                size="small"
                onClick={() => onChange(position)}
                aria-label={t('Change {{name}}', { name: nameOf(member) })}
              >
                {t('Change')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {cleaners.length < numCleaners && (
        <p className="k-mt-8 k-bad">{t('This visit needs more cleaners.')}</p>
      )}
    </Panel>
  );
}

function clockLabel({ startedAt }: Job['cleaners'][number]): string {
  return startedAt === null ? t('Clock in') : t('Clock out');
}

interface Why {
  readonly detail: string;
  /** They still come: only a soft rule is violated. */
  readonly isSoft: boolean;
}

/**
 * Why cleaners of an upcoming visit are no longer available (time off, or they have left), and which soft rules the
 * others violate.
 */
function useReasons(job: Job): ReadonlyMap<string, Why> {
  const { startTime, endTime, status, stage } = job;
  const isAhead =
    goesAhead(status) && stage === 'upcoming' && Date.parse(startTime) > appClock.now().getTime();
  const query = { ...visitQuery(job), startTime, endTime, explain: '1' as const };
  const people = useQuery({ ...queryOf(listAvailable, { query }), enabled: isAhead }).data?.items;
  if (people === undefined) return new Map();
  const found = new Map(people.map((one) => [one.id, one]));
  const reasonOf = (id: string) => {
    const one = found.get(id);
    if (one === undefined) return { detail: t('No longer works here.'), isSoft: false };
    if (one.free) return null;
    const { detail = t('Not free.'), canOverride = false } = one.reason ?? {};
    return { detail, isSoft: canOverride };
  };
  return new Map(
    job.cleaners.flatMap(({ id }) => {
      const reason = reasonOf(id);
      return reason === null ? [] : [[id, reason] as const];
    }),
  );
}

function UnavailableReason({ why }: { readonly why: Why | undefined }) {
  if (why === undefined) return null;
  if (why.isSoft) return <small>{why.detail}</small>;
  return <strong className="k-block k-bad">{t('Cannot come: {{detail}}', { detail: why.detail })}</strong>;
}

/** For calling a late cleaner. */
function CleanerPhone({ cleanerID }: { readonly cleanerID: string }) {
  const cleaner = useCall(getCleaner, { params: { id: cleanerID } }).data;
  if (cleaner === undefined || !('mobile' in cleaner)) return null;
  return (
    <a className={styles.phone} href={`tel:+${cleaner.mobile}`}>
      {showMobile(cleaner.mobile)}
    </a>
  );
}

function ClockTimes({ member }: { readonly member: Job['cleaners'][number] }) {
  const { time } = useFormat();
  if (member.startedAt === null) return <small>{t('Not clocked in')}</small>;
  const until =
    member.finishedAt === null
      ? t(', still working')
      : t(', out {{time}}', { time: time(member.finishedAt) });
  return <small>{t('In {{time}}{{until}}', { time: time(member.startedAt), until })}</small>;
}
