import { useEffect, useRef } from 'react';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './booking.module.css';
import { type Draft, NO_DATES } from './draft.ts';
import type { Service } from './services.ts';
import { stepPath } from './steps.ts';
import { useBookingText } from './text.ts';

/** A time that is free instead. */
export interface OtherTime {
  readonly startTime: string;
  readonly endTime: string;
}

/** The draft once another time is taken: the dates of a series follow from it. */
export function draftWithTime({ startTime, endTime }: OtherTime): Partial<Draft> {
  return { startTime, endTime, cleanerID: null, ...NO_DATES };
}

interface Props {
  service: Service;
  /** The time that has gone. */
  startTime: string;
  alternatives: readonly OtherTime[];
  onChoose: (other: OtherTime) => void;
}

/** The chosen time has gone: the nearest ones, in place, so that nothing else is lost. */
export function SlotGone({ service, startTime, alternatives, onChoose }: Props) {
  const { t } = useBookingText();
  const { date, time } = useFormat();
  const box = useRef<HTMLElement>(null);
  // The button that was pressed may have gone with the time: the focus then goes to what can be done now. Somebody who
  // is typing keeps it, and hears of it by the role.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  const labelOf = (wire: string) => t('at', { day: date(wire), time: time(wire) });
  return (
    <section ref={box} tabIndex={-1} className={styles.gone} role="alert">
      <p>
        <b>{t('gone.title', { when: labelOf(startTime) })}</b>{' '}
        {t(alternatives.length > 0 ? 'gone.text' : 'gone.none')}
      </p>
      <div>
        {alternatives.map((other) => (
          <Button key={other.startTime} kind="quiet" size="small" onClick={() => onChoose(other)}>
            {labelOf(other.startTime)}
          </Button>
        ))}
      </div>
      <TextLink href={stepPath(service, 'time')}>{t('gone.pick')}</TextLink>
    </section>
  );
}
