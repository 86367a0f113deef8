import { CLAIM_DAYS } from '#features/catalogue/packages/rules/credit-terms.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useSession } from '#platform/web/session/session.ts';
import { columnsFor } from '../../parts/columns.ts';
import { useCreditsText } from '../../parts/text.ts';
import { useLastDay } from '../../parts/use-lots.ts';
import styles from './gift.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Props {
  /** Null until entered. */
  readonly hours: Hours | null;
  /** Null if they do not expire. */
  readonly hoursExpireAt: string | null;
  readonly email: string;
  readonly message: string;
}

/** A preview of the gift: its hours as tiles, the sender and the message. */
export function GiftCard({ hours: amount, hoursExpireAt, email, message }: Props) {
  const { t } = useCreditsText();
  const { hours } = useFormat();
  const { fullname } = useSession();
  const columns = columnsFor(amount ?? 1);
  return (
    <section className={styles.gift} aria-label={t('gift.preview')}>
      <Illustration name="gift" />
      <div className={styles.inside}>
        {amount !== null && (
          <>
            <div className={styles.tiles} style={vars({ '--across': columns })}>
              <TileWall service="regular" laid={amount} columns={columns} />
            </div>
            <p className={styles.big}>{t('gift.previewHours', { hours: hours(amount) })}</p>
          </>
        )}
        {message !== '' && <blockquote className={styles.words}>{message}</blockquote>}
        <p className={styles.names}>
          <b>{t('gift.previewFrom', { name: fullname ?? '' })}</b>
          {email !== '' && <span>{t('gift.previewTo', { email })}</span>}
        </p>
        <p className={styles.note}>{t('gift.previewCode', { count: CLAIM_DAYS })}</p>
        {hoursExpireAt !== null && <ExpiryNote hoursExpireAt={hoursExpireAt} />}
      </div>
    </section>
  );
}

function ExpiryNote({ hoursExpireAt }: { hoursExpireAt: string }) {
  const { t } = useCreditsText();
  const lastDay = useLastDay();
  const isSoon = Date.parse(hoursExpireAt) < appClock.now().getTime() + CLAIM_DAYS * DAY_MS;
  const day = lastDay(hoursExpireAt);
  return (
    <p className={styles.note}>
      {isSoon ? t('gift.previewExpirySoon', { day }) : t('gift.previewExpiry', { day })}
    </p>
  );
}
