import { useState } from 'react';
import { getJob } from '#features/work/jobs/contract.ts';
import { CrewSheet } from '#features/work/jobs/web/office/crew-sheet.tsx';
import { MoveSheet } from '#features/work/jobs/web/office/move-sheet.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { TinyHours } from '#platform/web/design/tiles/tile.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import { gapsOf, MINUTES_A_DAY, type Part, type Row } from '../../rules/rows.ts';
import { offText, partChip, positionText, rowName, spanText, visitName } from './board-text.ts';
import styles from './day-list.module.css';
import { PersonLoad, PersonName } from './person.tsx';
import { isMovable } from './use-lift.ts';

interface DayListProps {
  /** The tray first. */
  readonly rows: readonly Row[];
  readonly now: Date;
  readonly mayChange: boolean;
}

interface Change {
  readonly part: Part;
  readonly ask: 'crew' | 'move';
}

/** The board on a phone: each cleaner with their visits, which are moved and reassigned in sheets. */
export function DayList({ rows, now, mayChange }: DayListProps) {
  const [change, setChange] = useState<Change | null>(null);
  return (
    <div className="k-stack k-gap-12">
      {rows.map((row) => (
        <section
          key={row.id}
          className={styles.card}
          data-tray={(row.cleaner === null && row.parts.length > 0) || undefined}
        >
          <CardHead row={row} />
          <ul>
            {row.parts.map((part) => (
              <li key={part.key}>
                <VisitCard part={part} row={row} now={now} />
                {mayChange && isMovable(part) && (
                  <span className="k-row k-stretch k-wrap k-gap-8">
                    <Button size="small" kind="quiet" onClick={() => setChange({ part, ask: 'crew' })}>
                      {row.cleaner === null ? t('Assign') : t('Replace')}
                    </Button>
                    <Button size="small" kind="quiet" onClick={() => setChange({ part, ask: 'move' })}>
                      {t('Move')}
                    </Button>
                  </span>
                )}
              </li>
            ))}
            {row.off.map((off) => (
              <li key={off.key} className="k-muted">
                {offText(off)}
                {off.start > 0 || off.end < MINUTES_A_DAY ? `, ${spanText(off)}` : ''}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {change && <ChangeSheet change={change} onClose={() => setChange(null)} />}
    </div>
  );
}

function CardHead({ row }: { readonly row: Row }) {
  const { cleaner, parts } = row;
  return (
    <h2>
      {cleaner && (
        <PersonTile
          id={cleaner.id}
          initials={initialsOf(cleaner.fullname)}
          size={34}
          photo={cleaner.profilePhoto}
        />
      )}
      {cleaner ? (
        <PersonName cleaner={cleaner} />
      ) : (
        <b>{parts.length === 0 ? t('Every visit has its crew') : rowName(row)}</b>
      )}
      {cleaner ? <PersonLoad cleaner={cleaner} /> : <b>{parts.length > 0 && parts.length}</b>}
    </h2>
  );
}

function VisitCard({ part, row, now }: { readonly part: Part; readonly row: Row; readonly now: Date }) {
  const chip = partChip(part, now);
  const ride = gapsOf(row).find(({ key }) => key === part.key);
  const position = positionText(part);
  return (
    <div className="k-stack k-left k-gap-4">
      {ride && (
        <span className={`k-muted ${styles.rideLine}`} data-short={ride.isShort || undefined}>
          {t('Travel {{minutes}} min', { minutes: ride.minutes })}
          {ride.isShort && <span>{t(', too short')}</span>}
        </span>
      )}
      <span>
        <b>{spanText(part)}</b> <TinyHours service={part.visit.jobType} hours={part.visit.hours} />
      </span>
      <TextLink href={`/admin/jobs/${part.visit.jobID}/view`}>
        {visitName(part.visit)}
        {position && t(', cleaner {{position}}', { position })}
      </TextLink>
      <StatusChip status={chip.status}>{chip.word}</StatusChip>
    </div>
  );
}

interface ChangeSheetProps {
  readonly change: Change;
  onClose(): void;
}

function ChangeSheet({ change: { part, ask }, onClose }: ChangeSheetProps) {
  const job = useCall(getJob, { params: { id: part.visit.jobID } });
  if (job.isError && job.data === undefined)
    return (
      <Sheet open onClose={onClose} title={visitName(part.visit)} closeLabel={t('Close')}>
        <Loaded query={job} what={t('this visit')}>
          {() => null}
        </Loaded>
      </Sheet>
    );
  if (job.data === undefined) return null;
  return ask === 'move' ? (
    <MoveSheet job={job.data} onClose={onClose} />
  ) : (
    <CrewSheet job={job.data} position={part.position} onClose={onClose} />
  );
}
