import type { SiteWords } from '#features/site/content/contract/site.ts';
import { Tile } from '#platform/web/design/tiles/tile.tsx';
import styles from './sections.module.css';

/** A tile for each room, showing what is done in an hour. */
export function WhereHoursGo({ site }: { readonly site: SiteWords }) {
  const { title, text, rooms } = site['where-hours-go'];
  return (
    <section className={styles.where}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <ul className={styles.rooms}>
        {rooms.map((room) => (
          <li key={room.title}>
            <Tile service="regular" />
            <div>
              <h3>{room.title}</h3>
              <p className="k-muted k-small">{room.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
