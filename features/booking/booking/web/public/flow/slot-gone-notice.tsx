import { useEffect, useRef } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { type Service, stepPath } from './steps.ts';

/** A free alternative. */
export interface OtherTime {
  readonly startTime: string;
  readonly endTime: string;
}

interface Props {
  service: Service;
  /** The time that is taken. */
  startTime: string;
  alternatives: readonly OtherTime[];
  onChoose: (other: OtherTime) => void;
}

/** The chosen time is taken: offers the nearest ones in place, so that no other input is lost. */
export function SlotGoneNotice({ service, startTime, alternatives, onChoose }: Props) {
  const { t } = useText(bookingTexts);
  const { date, time } = useFormat();
  const box = useRef<HTMLElement>(null);
  // The pressed button may have disappeared with the time: then the focus moves to the alternatives. Someone
  // who is typing keeps the focus and is notified by the role.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  const labelOf = (wire: string) => t('at', { day: date(wire), time: time(wire) });
  return (
    <section ref={box} tabIndex={-1} className={`k-stack k-gap-12 ${styles.gone}`} role="alert">
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

/** Codes that mean the time is unavailable. */
const GONE = ['slot_taken', 'hold_expired', 'not_bookable'];

/** The free times in a refusal, `[]` if there are none; null if the refusal is not about the time. */
export function alternativesOf(problem: unknown): OtherTime[] | null {
  if (!(problem instanceof ApiError) || !GONE.includes(problem.code)) return null;
  const { alternatives } = problem.extensions;
  return Array.isArray(alternatives) ? alternatives.filter(isTime) : [];
}

function isTime(value: unknown): value is OtherTime {
  return (
    typeof value === 'object' &&
    value !== null &&
    'startTime' in value &&
    typeof value.startTime === 'string' &&
    'endTime' in value &&
    typeof value.endTime === 'string'
  );
}
