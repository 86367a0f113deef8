import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useFormat } from '#platform/web/format.ts';
import { Facts, Loaded, Panel } from '#platform/web/office/record.tsx';
import type { ClockStamp, VisitRecord } from '../../../contract/visit-day.ts';
import { useVisitRecord } from '../use-visit-record.ts';
import { PhotoRows } from '../visit-photos.tsx';
import { locationWords } from './location-words.ts';

/** For the office: who set out, arrived and left, when and from where, and the photos. */
export function VisitRecordPanel({ job }: { readonly job: Job }) {
  const record = useVisitRecord(job.id);
  return (
    <Panel title="On the day" note="As recorded by the crew's phones">
      <Loaded query={record} what="the record">
        {(found) => <Recorded record={found} />}
      </Loaded>
    </Panel>
  );
}

function Recorded({ record }: { readonly record: VisitRecord }) {
  const { time } = useFormat();
  const working = record.crew.filter((member) => member.onTheWayAt !== null || member.start !== null);
  if (working.length === 0 && record.photos.length === 0) return <p>No one has set out or clocked in yet.</p>;
  return (
    <>
      {working.map((member) => (
        <section key={member.id}>
          {record.crew.length > 1 && <h3>{member.firstname}</h3>}
          <Facts
            facts={{
              'On the way': member.onTheWayAt && time(member.onTheWayAt),
              'Clocked in': member.start && <Stamp stamp={member.start} />,
              'Clocked out': member.finish && <Stamp stamp={member.finish} />,
            }}
          />
        </section>
      ))}
      <PhotoRows photos={record.photos} />
    </>
  );
}

const A_MINUTE_MS = 60_000;

/** When and where, and when the server received it if that was later. */
function Stamp({ stamp }: { readonly stamp: ClockStamp }) {
  const { time } = useFormat();
  const isLate = Date.parse(stamp.receivedAt) - Date.parse(stamp.at) > A_MINUTE_MS;
  return (
    <>
      {time(stamp.at)}, {locationWords(stamp)}
      {isLate && <small> (sent {time(stamp.receivedAt)}, no signal until then)</small>}
    </>
  );
}
