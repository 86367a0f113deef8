import { today } from '#platform/web/business-time.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { t } from '#platform/web/i18n/office.ts';

interface CoverThemProps {
  readonly visits: number;
  /** `coverAddress` */
  readonly to: string;
}

/** "3 visits lie in this time. Cover them" */
export function CoverThem({ visits, to }: CoverThemProps) {
  if (visits === 0) return null;
  return (
    <Notice
      kind="sun"
      live
      action={<TextLink href={to}>{visits === 1 ? t('Cover it') : t('Cover them')}</TextLink>}
    >
      {visits === 1 ? t('1 visit lies in this time.') : t('{{visits}} visits lie in this time.', { visits })}
    </Notice>
  );
}

/** A visit that lies in a time in which its cleaner cannot come. */
interface Conflict {
  readonly jobID: string;
  readonly startTime: string;
}

/** Longer addresses may be refused; the page then shows all visits of the period. */
const MAX_LISTED = 100;

/**
 * The page on which the office covers these visits: `/admin/cleaners/cover?cleanerID=…&day=…&until=…`.
 *
 * @param cleanerIDs null: nobody can come
 */
export function coverAddress(cleanerIDs: readonly string[] | null, visits: readonly Conflict[]): string {
  const days = visits.map(({ startTime }) => startTime.slice(0, 10)).toSorted();
  const ids = [...new Set(visits.map(({ jobID }) => jobID))];
  const query = new URLSearchParams({
    ...(cleanerIDs === null ? { everyone: '1' } : { cleanerID: cleanerIDs.join() }),
    day: days[0] ?? today(),
    until: days.at(-1) ?? today(),
    ...(ids.length <= MAX_LISTED && { visits: ids.join() }),
  });
  return `/admin/cleaners/cover?${query}`;
}
