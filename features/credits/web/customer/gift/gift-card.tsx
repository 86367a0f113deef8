import { CLAIM_DAYS } from '#features/packages/rules/credit-terms.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { Spot } from '#platform/web/design/parts/brand.tsx';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useSession } from '#platform/web/session/session.ts';
import { columnsFor } from '../../parts/columns.ts';
import { useCreditsText } from '../../parts/text.ts';
import styles from './gift.module.css';

interface Props {
  /** Null: not said yet. */
  readonly hours: Hours | null;
  readonly email: string;
  readonly message: string;
}

/** The gift as the friend will think of it: the parcel, its hours as tiles, who it is from and what they say. */
export function GiftCard({ hours: amount, email, message }: Props) {
  const { t } = useCreditsText();
  const { hours } = useFormat();
  const { fullname } = useSession();
  const columns = columnsFor(amount ?? 1);
  return (
    <section className={styles.gift} aria-label={t('gift.preview')}>
      <Spot name="gift" />
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
      </div>
    </section>
  );
}
