import { callApi } from '#platform/web/api/api.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { usePaged } from '#platform/web/api/use-paged.ts';
import { Anchor } from '#platform/web/design/parts/link.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { PagedList } from '#platform/web/paged/paged-list.tsx';
import { listCreditMovements } from '../../contract.ts';
import styles from '../parts/credits.module.css';
import { useCreditsText } from '../parts/text.ts';

type Movement = CallReply<typeof listCreditMovements>['items'][number];

/** Movements per page. */
const PAGE = 15;

/** Every movement of hours, newest first. */
export function Statement({ customerId }: { customerId: string }) {
  const { t } = useCreditsText();
  const movements = usePaged<Movement>({
    key: [...keyOf(listCreditMovements), 'paged', customerId],
    read: (from, signal) =>
      callApi(listCreditMovements, { params: { id: customerId }, query: { from, size: PAGE }, signal }),
  });
  return (
    <section className={styles.section}>
      <SectionTitle>{t('statement.title')}</SectionTitle>
      <PagedList
        list={movements}
        loading={t('statement.loading')}
        failed={t('statement.failed')}
        empty={<p className="k-muted">{t('statement.none')}</p>}
      >
        {(items) => (
          <ul className={styles.lines}>
            {items.map((movement) => (
              <Line key={movement.id} movement={movement} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function Line({ movement }: { movement: Movement }) {
  const { t } = useCreditsText();
  const { date, hours } = useFormat();
  const whatOf = useMovementLabel();
  const { jobID, reason, kind, createdAt } = movement;
  const day = date(createdAt, 'dated');
  const note = kind === 'adjusted' && reason !== '' ? t('statement.note', { day, reason }) : day;
  const isIn = movement.hours > 0;
  return (
    <li>
      <span>
        <b>{whatOf(movement)}</b>
        <small>{note}</small>
        {jobID !== null && (
          <small>
            <Anchor href={`/dashboard/bookings/${jobID}`} aria-label={t('statement.visitOf', { day })}>
              {t('statement.visit')}
            </Anchor>
          </small>
        )}
      </span>
      <span className={styles.amount} data-in={isIn || undefined}>
        {isIn ? '+' : '−'}
        {hours(Math.abs(movement.hours))}
      </span>
    </li>
  );
}

/** Returns a function that describes a movement. */
function useMovementLabel(): (movement: Movement) => string {
  const { t } = useCreditsText();
  return ({ kind, isHeld, hours, reason, jobID }) => {
    if (isHeld) return t('statement.stillHeld');
    if (kind === 'adjusted') return t(hours > 0 ? 'statement.adjustedUp' : 'statement.adjustedDown');
    if (kind === 'refunded') return t(hours > 0 ? 'statement.refundedUp' : 'statement.refundedDown');
    if (kind === 'returned' && jobID === null) return t('statement.refundUndone');
    if (kind === 'gift-returned') return t('statement.giftReturned');
    if (kind === 'sent') return t('statement.sent', { email: reason });
    return t(`statement.${kind}`);
  };
}
