import { useState } from 'react';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SmallTile } from '#platform/web/design/tiles/tile.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import type { Overview } from '../../contract.ts';
import styles from './overview.module.css';

type Hour = Overview['hours'][number];

const STATES = [
  { name: 'done', words: 'Done' },
  { name: 'now', words: 'Now' },
  { name: 'toCome', words: 'To come' },
  { name: 'noOne', words: 'No one there' },
] as const;
type State = (typeof STATES)[number]['name'];

/** Tiles in the tallest column. */
const TALLEST = 12;

/** The day as tiles: how many cleaners are at work in each hour. */
export function HoursPanel({ hours }: Pick<Overview, 'hours'>) {
  const [asTable, setAsTable] = useState(false);
  const most = Math.max(...hours.map(sumOf));
  const isOver = hours.every(({ now, toCome, noOne }) => now + toCome + noOne === 0);
  const perTile = Math.max(1, Math.ceil(most / TALLEST));
  if (most <= 0)
    return (
      <Panel title="The day, hour by hour">
        <p>No one works today.</p>
      </Panel>
    );
  return (
    <Panel
      title="The day, hour by hour"
      note={
        perTile > 1
          ? `Cleaners at work. One tile is ${perTile} cleaners.`
          : 'Cleaners at work. One tile is one cleaner.'
      }
      end={
        <Button kind="quiet" size="small" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show tiles' : 'Show table'}
        </Button>
      }
    >
      {asTable && <Table hours={hours} />}
      {!asTable && !isOver && <Tiles hours={hours} perTile={perTile} />}
      {!asTable && isOver && (
        <p className={styles.quiet}>{most === 0 ? 'No visits today.' : 'All visits of today are over.'}</p>
      )}
    </Panel>
  );
}

function Tiles({ hours, perTile }: Pick<Overview, 'hours'> & { readonly perTile: number }) {
  return (
    <>
      <p className={styles.legend} aria-hidden="true">
        {STATES.map(({ name, words }) => (
          <span key={name}>
            <StateTile state={name} size={14} /> {words.toLowerCase()}
          </span>
        ))}
      </p>
      <div className={styles.chart} role="img" aria-label={labelOf(hours)}>
        {hours.map((hour) => (
          <div key={hour.hour} className={styles.hour}>
            <span className={styles.count}>{sumOf(hour) || ''}</span>
            <div className={styles.stack}>
              {STATES.flatMap(({ name }) =>
                Array.from({ length: Math.ceil(hour[name] / perTile) }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its position
                  <StateTile key={`${name} ${index}`} state={name} />
                )),
              )}
            </div>
            <span className={styles.hourName}>{hourName(hour.hour)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

const TILES = { done: 'done', now: 'now', toCome: 'plan' } as const;

function StateTile({ state, size = 26 }: { readonly state: State; readonly size?: number }) {
  if (state !== 'noOne') return <SmallTile state={TILES[state]} size={size} />;
  return <i className={styles.noOne} style={{ width: size }} aria-hidden="true" />;
}

function Table({ hours }: Pick<Overview, 'hours'>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Hour</th>
          {STATES.map(({ name, words }) => (
            <th key={name} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour.hour}>
            <th scope="row">{hourName(hour.hour)}</th>
            {STATES.map(({ name }) => (
              <td key={name}>{hour[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumOf({ done, now, toCome, noOne }: Hour): number {
  return done + now + toCome + noOne;
}

/** "8 am", "12 pm". */
function hourName(hour: number): string {
  const onClock = hour % 12 === 0 ? 12 : hour % 12;
  return `${onClock} ${hour % 24 < 12 ? 'am' : 'pm'}`;
}

function labelOf(hours: readonly Hour[]): string {
  const busy = hours.filter((hour) => sumOf(hour) > 0);
  if (busy.length === 0) return 'No one works today';
  return `Cleaners at work: ${busy.map((hour) => `${hourName(hour.hour)}, ${sumOf(hour)}`).join('; ')}`;
}
