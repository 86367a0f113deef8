import { t } from '#platform/web/i18n/office.ts';

interface Days {
  /** `YYYY-MM-DD`, both inclusive; null for no bound. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** The days on which a code can be used: `23 Nov to 31 Dec 2026`, `From 1 Jan 2027`, `Any day`. */
export function daysInWords({ startDate, endDate }: Days): string {
  if (startDate === null)
    return endDate === null ? t('Any day') : t('Until {{shown}}', { shown: shown(endDate) });
  if (endDate === null) return t('From {{shown}}', { shown: shown(startDate) });
  if (startDate === endDate) return shown(startDate);
  const sameYear = startDate.slice(0, 4) === endDate.slice(0, 4);
  return t('{{value}} to {{shown}}', {
    value: sameYear ? shown(startDate).slice(0, -5) : shown(startDate),
    shown: shown(endDate),
  });
}

const MONTHS = [
  t('Jan'),
  t('Feb'),
  t('Mar'),
  t('Apr'),
  t('May'),
  t('Jun'),
  t('Jul'),
  t('Aug'),
  t('Sep'),
  t('Oct'),
  t('Nov'),
  t('Dec'),
];

function shown(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}
