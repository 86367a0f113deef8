import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { businessDay, dayOfWire } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FactList, Loaded, Panel } from '#platform/web/office/record.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import type { ClockStamp, VisitRecord } from '../../contract/visit-day.ts';
import { clockForOthers } from '../../rules/policy.ts';
import { useVisitRecord } from '../parts/use-visit-record.ts';
import { PhotoRows } from '../parts/visit-photos.tsx';

interface VisitRecordPanelProps {
  readonly job: Job;
  /** Opens the sheet for the hours of a cleaner. */
  onCorrect(cleanerID: string): void;
}

/** For the office: who set out, arrived and left, when and from where, and the photos. */
export function VisitRecordPanel({ job, onCorrect }: VisitRecordPanelProps) {
  const record = useVisitRecord(job.id);
  const may = useMay(clockForOthers);
  // Before its day nobody can have worked.
  const mayCorrect = may && dayOfWire(job.startTime) <= businessDay(appClock.now());
  return (
    <Panel title={t('On the day')} note={t("As recorded by the crew's phones")}>
      <Loaded query={record} what={t('the record')}>
        {(found) => <Recorded record={found} {...(mayCorrect && { onCorrect })} />}
      </Loaded>
    </Panel>
  );
}

interface RecordedProps extends Partial<Pick<VisitRecordPanelProps, 'onCorrect'>> {
  readonly record: VisitRecord;
}

function Recorded({ record, onCorrect }: RecordedProps) {
  const { date, time } = useFormat();
  const working = record.crew.filter((member) => member.onTheWayAt !== null || member.start !== null);
  const shown = onCorrect === undefined ? working : record.crew;
  return (
    <>
      {working.length === 0 && record.photos.length === 0 && (
        <p>{t('No one has set out or clocked in yet.')}</p>
      )}
      {shown.map((member) => (
        <section key={member.id}>
          {record.crew.length > 1 && <h3>{member.firstname}</h3>}
          <FactList
            facts={{
              'On the way': member.onTheWayAt && time(member.onTheWayAt),
              'Clocked in': member.start && <Stamp stamp={member.start} correction={member.correction} />,
              'Clocked out': member.finish && <Stamp stamp={member.finish} correction={member.correction} />,
              ...(member.replacedAt && { Replaced: time(member.replacedAt) }),
              ...(member.correction && {
                Corrected: `${member.correction.by}, ${date(member.correction.at)}, ${time(member.correction.at)}: ${member.correction.reason}`,
              }),
            }}
          />
          {onCorrect && (
            <p className="k-mt-12">
              <Button
                kind="quiet"
                size="small"
                onClick={() => onCorrect(member.id)}
                aria-label={t('Correct hours of {{firstname}}', { firstname: member.firstname })}
              >
                {t('Correct hours')}
              </Button>
            </p>
          )}
        </section>
      ))}
      <PhotoRows photos={record.photos} />
    </>
  );
}

const A_SECOND_MS = 1000;
const A_MINUTE_MS = 60_000;

interface StampProps {
  readonly stamp: ClockStamp;
  readonly correction: VisitRecord['crew'][number]['correction'];
}

/** When and where, and when the server received it if that was later. */
function Stamp({ stamp, correction }: StampProps) {
  const { time } = useFormat();
  // The server receives a time that the office sets when it is set.
  const isSetByHand =
    correction && Math.abs(Date.parse(stamp.receivedAt) - Date.parse(correction.at)) < A_SECOND_MS;
  if (isSetByHand) return t('{{time}}, set by the office', { time: time(stamp.at) });
  // After a correction it is not known whether a time came late, or was set then.
  const isLate = !correction && Date.parse(stamp.receivedAt) - Date.parse(stamp.at) > A_MINUTE_MS;
  return (
    <>
      {time(stamp.at)}, {locationLabel(stamp)}
      {isLate && (
        <small>{t(' (sent {{time}}, no signal until then)', { time: time(stamp.receivedAt) })}</small>
      )}
    </>
  );
}

/** The position of a phone, as text for the office. */
function locationLabel({ location, metres }: Pick<ClockStamp, 'location' | 'metres'>): string {
  if (location === 'inside') return t('at the home');
  if (location === 'unplaced') return t('location recorded, but we do not know where this home is');
  if (location !== 'outside') return t('no location recorded');
  const distance = metres ?? 0;
  return distance < 1000
    ? t('{{distance}} m from the home', { distance })
    : t('{{toFixed}} km from the home', { toFixed: (distance / 1000).toFixed(1) });
}
