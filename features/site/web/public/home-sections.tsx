import { Tile } from '#platform/web/design/tiles/tile.tsx';
import styles from './sections.module.css';
import { useSiteText } from './text.ts';

const ROOMS = ['kitchen', 'bathrooms', 'bedrooms', 'floors'] as const;

/** Four tiles, four rooms: what an hour buys. */
export function WhereHoursGo() {
  const { t } = useSiteText();
  return (
    <section className={styles.where}>
      <div>
        <h2>{t('where')}</h2>
        <p>{t('whereText')}</p>
      </div>
      <ul className={styles.rooms}>
        {ROOMS.map((room) => (
          <li key={room}>
            <Tile service="regular" />
            <div>
              <h3>{t(room)}</h3>
              <p className="k-muted k-small">{t(`${room}Text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The money rules, before anybody asks. */
export function PlansChange() {
  const { t } = useSiteText();
  const rules = [
    [t('early'), t('earlyFee')],
    [t('late'), t('lateFee')],
    [t('ours'), t('oursFee')],
  ] as const;
  return (
    <section className={styles.plans}>
      <h2>{t('plans')}</h2>
      <dl>
        {rules.map(([when, what]) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
