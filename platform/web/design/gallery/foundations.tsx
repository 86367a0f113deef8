import { contrastRatio } from '../contrast.ts';
import { SERVICES, type Service } from '../tiles/drawings.ts';
import { HourTiles, TileWall, Ubin } from '../tiles/tile.tsx';
import tokens from '../tokens.json' with { type: 'json' };
import styles from './gallery.module.css';
import { Part } from './part.tsx';

const SWATCHES = [
  ['limewash', 'bg', 'ink'],
  ['surface', 'surface', 'ink'],
  ['sunk', 'sunk', 'ink-2'],
  ['rail', 'rail', 'rail-ink'],
  ['act, jade', 'act', 'act-ink'],
  ['sun, butter', 'sun', 'sun-ink'],
  ['sun-soft', 'sun-soft', 'ink'],
  ['bad, chilli', 'bad-bg', 'bad-ink'],
  ['regular', 'regular-bg', 'regular-ink'],
  ['one-time', 'onetime-bg', 'onetime-ink'],
  ['spring', 'spring-bg', 'spring-ink'],
  ['moving', 'moving-bg', 'moving-ink'],
] as const;

/** The colours by what they mean, with the contrast that is held. */
export function Colours() {
  return (
    <Part title="Colour" span={12}>
      <div className={styles.swatches}>
        {SWATCHES.map(([name, ground, ink]) => (
          <div
            key={name}
            className={styles.swatch}
            style={{ background: `var(--k-${ground})`, color: `var(--k-${ink})` }}
          >
            <b>{name}</b>
            <span className="k-code">--k-{ground}</span>
            <span className="k-figure">
              {contrastRatio(tokens.color.light[ink], tokens.color.light[ground])} : 1
            </span>
          </div>
        ))}
      </div>
    </Part>
  );
}

/** The three voices of type. */
export function Type() {
  return (
    <Part title="Type" span={5}>
      <p className={styles.saturday}>Saturday</p>
      <p className={styles.when}>When shall we come?</p>
      <p className="k-figure" style={{ fontSize: 24 }}>
        S$1,152.00 9:00 am 08:30
      </p>
      <p style={{ marginTop: 6 }}>
        Atkinson carries the words. <span lang="zh">洗手间 厨房 卧室</span> in system Chinese. Codes keep the
        slashed zero: <span className="k-code">310145 WELCOME10</span>
      </p>
    </Part>
  );
}

const NAMES: Record<Service, string> = {
  regular: 'bunga, regular',
  'one-time': 'bintang, one-time',
  'spring-cleaning': 'kipas, spring',
  'moving-in-out': 'pindah, moving',
};

/** The patterns, the states, and a crew's hours. */
export function Tiles() {
  return (
    <Part title="Tiles" span={7}>
      <div className={styles.tiles}>
        {SERVICES.map((service) => (
          <figure key={service}>
            <TileWall service={service} laid={4} columns={2} />
            <figcaption>{NAMES[service]}</figcaption>
          </figure>
        ))}
      </div>
      <p className={styles.wrap} style={{ marginTop: 18, gap: '8px 24px' }}>
        <span className={styles.legend}>
          <Ubin state="bare" /> no hour
        </span>
        <span className={styles.legend}>
          <Ubin state="plan" /> planned
        </span>
        <span className={styles.legend}>
          <Ubin state="now" /> now
        </span>
        <span className={styles.legend}>
          <Ubin state="done" /> done
        </span>
        <span className={styles.legend}>
          <HourTiles service="one-time" hours={4} cleaners={2} size={19} label="2 cleaners, 4 hours each" />2
          cleaners × 4 hours
        </span>
        <span className={styles.legend}>
          <HourTiles service="regular" hours={3.5} size={26} label="3 and a half hours" />
          3½ hours
        </span>
      </p>
    </Part>
  );
}
