import type { ReactNode } from 'react';
import { type Drawing, Icon } from '../parts/icon.tsx';
import { type Status, StatusChip } from '../parts/status-chip.tsx';
import { DayRuler, type RulerBlock } from '../tiles/day-ruler.tsx';
import type { Service } from '../tiles/drawings.ts';
import { PersonTile } from '../tiles/person-tile.tsx';
import { Tile } from '../tiles/tile.tsx';
import styles from './job-card.module.css';

export interface JobCardProps {
  /** Above the time: "Next clean". Makes the time larger. */
  eyebrow?: ReactNode | undefined;
  /** "Tue 24 Nov, 9:00 am". */
  when: ReactNode;
  place: ReactNode;
  status: Status;
  statusText: ReactNode;
  /** The visit on its day, with a text alternative. */
  ruler: { blocks: readonly RulerBlock[]; label: string };
  service: Service;
  person?:
    | {
        id: string;
        initials: string;
        photo?: string | undefined;
        name: ReactNode;
        note?: ReactNode | undefined;
      }
    | undefined;
  /** At the end of the person's line: a TextLink. */
  end?: ReactNode | undefined;
  /** Up to two buttons, size small. */
  actions?: ReactNode | undefined;
}

/** A customer's visit: time first, address, the day's ruler edge to edge, person, two actions. */
export function JobCard(props: JobCardProps) {
  const { eyebrow, when, place, ruler, service, person, end, actions } = props;
  const chip = <StatusChip status={props.status}>{props.statusText}</StatusChip>;
  return (
    <article className={`k-panel ${styles.card}`}>
      <div className={styles.head}>
        {eyebrow && (
          <p className={`k-row k-wrap k-between k-gap-2 k-gap-x-12 ${styles.line}`}>
            <span className={styles.eyebrow}>{eyebrow}</span>
            {chip}
          </p>
        )}
        <div className={`k-row k-wrap k-between k-gap-2 k-gap-x-12 ${styles.line}`}>
          <h3 className={eyebrow ? styles.bigWhen : styles.when}>{when}</h3>
          {!eyebrow && chip}
        </div>
        <p className={`k-muted k-small ${styles.muted}`}>{place}</p>
      </div>
      <DayRuler blocks={ruler.blocks} ground={service} label={ruler.label} band />
      {(person || actions || end) && (
        <div className={styles.foot}>
          {(person || end) && (
            <div className="k-row k-gap-12">
              {person && (
                <PersonTile
                  id={person.id}
                  initials={person.initials}
                  size={eyebrow ? 48 : 44}
                  photo={person.photo}
                />
              )}
              <span className={`k-grow k-break ${styles.name}`}>
                {person && <b>{person.name}</b>}
                {person?.note && <span className={`k-muted k-small ${styles.muted}`}>{person.note}</span>}
              </span>
              {end}
            </div>
          )}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </article>
  );
}

export interface JobFact {
  key: string;
  icon: Drawing;
  /** The icon's meaning, for screen readers. */
  name: string;
  text: ReactNode;
  zh?: ReactNode | undefined;
}

export interface CleanerJobCardProps {
  /** The next job: ink border, sun header with this text. */
  next?: { text: ReactNode; zh?: ReactNode | undefined } | undefined;
  /** "9:00 am" and "to 1:00 pm". */
  time: ReactNode;
  until: ReactNode;
  /** "Blk 97 Lor 3 Toa Payoh". */
  place: ReactNode;
  /** "#14-203". */
  unit?: ReactNode | undefined;
  /** "Lift B, level 14". */
  placeNote?: ReactNode | undefined;
  /** Secondary lines: "One-time, 3 hours", directions. */
  lines?: readonly { key: string; text: ReactNode; zh?: ReactNode | undefined }[] | undefined;
  facts?: readonly JobFact[] | undefined;
  /** Map and Call: two ButtonLinks, quiet. */
  sideActions?: ReactNode | undefined;
  /** The single jade button, full width. */
  action?: ReactNode | undefined;
}

/** A cleaner's visit, large and bilingual; no prices. */
export function CleanerJobCard(props: CleanerJobCardProps) {
  const { next, time, until, place, unit, placeNote, lines = [], facts = [], sideActions, action } = props;
  return (
    <article className={`k-panel ${styles.card}`} data-next={next ? true : undefined}>
      {next && (
        <p className={`k-row k-stretch k-between k-gap-12 ${styles.sun}`}>
          <span>{next.text}</span>
          {next.zh && <span lang="zh">{next.zh}</span>}
        </p>
      )}
      <div className={styles.cleaner}>
        <div className={`k-row k-wrap k-between k-gap-2 k-gap-x-12 ${styles.line}`}>
          <h2 className={styles.time}>{time}</h2>
          <span className={styles.until}>{until}</span>
        </div>
        <p className={styles.address}>
          <b>{place}</b>
          {(unit || placeNote) && (
            <span className={`k-row k-baseline k-wrap ${styles.unitLine}`}>
              {unit && <b className={styles.unit}>{unit}</b>}
              {placeNote && <span className={`k-muted k-small ${styles.muted}`}>{placeNote}</span>}
            </span>
          )}
        </p>
        {lines.map((line) => (
          <p key={line.key} className={`k-muted k-small ${styles.muted}`}>
            {line.text} {line.zh && <span lang="zh">{line.zh}</span>}
          </p>
        ))}
        {facts.map((fact) => (
          <div key={fact.key} className={`k-row k-stretch k-gap-14 k-line-above ${styles.fact}`}>
            <Icon of={fact.icon} label={fact.name} />
            <span>
              {fact.text}
              {fact.zh && (
                <span lang="zh" className="k-block k-muted">
                  {fact.zh}
                </span>
              )}
            </span>
          </div>
        ))}
        {sideActions && <div className={styles.actions}>{sideActions}</div>}
        {action && <div className="k-stack k-mt-10">{action}</div>}
      </div>
    </article>
  );
}

export interface VisitLineProps {
  service: Service;
  /** "Tue 17 Nov". */
  title: ReactNode;
  /** "Regular, 4 hours of credit". */
  note: ReactNode;
  /** A TextLink: "Again". */
  action?: ReactNode | undefined;
}

/** A visit, past or upcoming, in one line with its service's tile. Put several in a list. */
export function VisitLine({ service, title, note, action }: VisitLineProps) {
  return (
    <div className={styles.done}>
      <Tile service={service} size={40} />
      <span className={`k-grow k-break ${styles.name}`}>
        <b>{title}</b>
        <span className={`k-muted k-small ${styles.muted}`}>{note}</span>
      </span>
      {action}
    </div>
  );
}
