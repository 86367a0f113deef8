import type { Job } from '#features/work/jobs/contract/shapes.ts';
import styles from '#features/work/jobs/web/parts/customer.module.css';
import { useCustomerText } from '#features/work/jobs/web/parts/customer-text.ts';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { SmallTile, StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { byRoom, type Room } from './rooms.ts';

interface VisitProgressProps {
  job: Job;
  /** The visit is in progress. */
  underWay?: boolean;
}

/** The progress of the checklist, who started when, and the checklist itself. */
export function VisitProgress({ job, underWay = false }: VisitProgressProps) {
  const { t, language } = useCustomerText();
  const { time } = useFormat();
  const gap = language === 'zh' ? '' : ' '; // 。 has its own space
  const { checklistDone: done, checklistTotal: of } = job;
  return (
    <section className={styles.section}>
      <SectionTitle>{t(underWay ? 'booking.underWay' : 'booking.whatWasDone')}</SectionTitle>
      <p className={`k-muted k-small ${styles.wrap}`}>
        {job.cleaners.map(
          (one) =>
            one.startedAt !== null && (
              <span key={one.id}>
                {t('booking.started', { name: one.fullname, time: time(one.startedAt) })}
                {gap}
              </span>
            ),
        )}
        {job.finishedAt !== null && <span>{t('booking.finished', { time: time(job.finishedAt) })}</span>}
      </p>
      {of > 0 && (
        <div aria-live={underWay ? 'polite' : undefined}>
          <StepTiles done={done} of={of} current={underWay} label={t('booking.ticks', { done, of })} />
        </div>
      )}
      <Comment comment={job.comment ?? ''} />
      {of > 0 && job.checklist && (
        <details className={styles.details}>
          <summary>{t('booking.list')}</summary>
          {byRoom(job.checklist).map((room) => (
            <RoomLines key={room.name} room={room} />
          ))}
        </details>
      )}
    </section>
  );
}

function Comment({ comment }: { comment: string }) {
  const { t } = useCustomerText();
  if (comment === '') return null;
  return (
    <figure className={styles.comment}>
      <figcaption className="k-muted k-small">{t('booking.comment')}</figcaption>
      <blockquote className={styles.quote}>{comment}</blockquote>
    </figure>
  );
}

function RoomLines({ room }: { room: Room }) {
  const { t, language } = useCustomerText();
  return (
    <div className={styles.room}>
      <h3>{room.name}</h3>
      <ul className={styles.ticks}>
        {room.lines.map((line) => (
          <li key={line.id}>
            <SmallTile state={line.done ? 'done' : 'bare'} size={22} />
            <span lang={language === 'zh' && line.chinese !== '' ? 'zh' : 'en'}>
              {language === 'zh' && line.chinese !== '' ? line.chinese : line.english}
            </span>
            <span className="k-hidden">{t(line.done ? 'booking.ticked' : 'booking.unticked')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
