import { TextLink } from '#platform/web/design/parts/link.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { useSession } from '#platform/web/session/session.ts';
import { creditsTexts } from '../texts.ts';
import { CREDITS } from './addresses.ts';
import { HoursWall } from './hours-wall.tsx';
import { type HeldLot, hoursIn, useLastDay, useLotLabels, useLots } from './use-lots.ts';

interface HoursLeftProps {
  /** Cleaner-hours of a usual visit of theirs; if given, the number of visits is shown too. */
  visitHours?: number | undefined;
}

/** The customer's hours on the dashboard; renders nothing if there are none. */
export function HoursLeft({ visitHours = 0 }: HoursLeftProps) {
  const { t } = useText(creditsTexts);
  const { creditsLeft } = useSession();
  const { live } = useLots();
  const count = live === undefined ? creditsLeft : hoursIn(live);
  if (count <= 0) return null;
  const visits = visitHours > 0 ? Math.floor(count / visitHours) : 0;
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle end={<TextLink href={CREDITS}>{t('left.buyOrSend')}</TextLink>}>
        {t('left.title', { count })}
      </SectionTitle>
      {live !== undefined && (
        <>
          <p className="k-muted">
            <Until lots={live} />
          </p>
          <HoursWall lots={live} />
          {visits > 0 && <p>{t('left.enough', { count: visits })}</p>}
        </>
      )}
    </section>
  );
}

/** Describes the only lot, or the one that expires first. */
function Until({ lots }: { lots: readonly HeldLot[] }) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const lastDay = useLastDay();
  const { originOf, untilOf } = useLotLabels();
  const [first, ...others] = lots;
  if (first === undefined) return null;
  if (others.length === 0) return `${originOf(first)} ${untilOf(first)}`;
  if (first.expiresAt === null) return untilOf(first);
  return t('left.first', { hours: hours(first.numCredits), day: lastDay(first.expiresAt) });
}
