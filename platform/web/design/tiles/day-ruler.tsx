import styles from './day-ruler.module.css';
import type { Service } from './drawings.ts';
import { vars } from './tile.tsx';

export interface RulerBlock {
  /** Hour of the day, business time; 9.5 is half past nine. */
  start: number;
  hours: number;
  service: Service;
  /** Hours without a visit: travel, away. Drawn as louvres. */
  kind?: 'visit' | 'travel' | undefined;
}

export interface DayRulerProps {
  blocks: readonly RulerBlock[];
  /** First and last hour shown; default 8 to 20. */
  from?: number | undefined;
  to?: number | undefined;
  /** The service whose bare tiles fill the day; defaults to the first block's. */
  ground?: Service | undefined;
  /** Below the tiles, evenly spread: ['8 am', '11', '2 pm', '5', '8 pm']. */
  hourLabels?: readonly string[] | undefined;
  /** Edge to edge, without grout: in a card. */
  band?: boolean | undefined;
  /** "Your day: 9 am to 1 pm, then 3 pm to 6 pm". */
  label: string;
}

/** A day as twelve tiles; booked hours carry their service's pattern. */
export function DayRuler(props: DayRulerProps) {
  const { blocks, from = 8, to = 20, hourLabels, band = false, label } = props;
  const length = to - from;
  const ground = props.ground ?? blocks[0]?.service ?? 'regular';
  const within = blocks.filter((block) => block.start < to && block.start + block.hours > from);
  return (
    <div>
      <div
        role="img"
        aria-label={label}
        className={styles.day}
        data-service={ground}
        data-band={band || undefined}
        style={vars({ '--length': length })}
      >
        {within.map((block) => (
          <i
            key={`${block.start}-${block.kind ?? 'visit'}`}
            className={block.kind === 'travel' ? styles.travel : styles.block}
            data-service={block.service}
            style={vars({
              '--hours': block.hours,
              left: `${((block.start - from) / length) * 100}%`,
              width: `${(block.hours / length) * 100}%`,
            })}
          />
        ))}
      </div>
      {hourLabels && (
        <div className={`k-row k-stretch k-between k-muted ${styles.hours}`} aria-hidden="true">
          {hourLabels.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
      )}
    </div>
  );
}
