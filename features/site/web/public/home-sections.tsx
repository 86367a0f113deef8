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
