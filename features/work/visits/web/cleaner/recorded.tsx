import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { time } from '#platform/web/format.ts';
import { mainLanguage } from '#platform/web/i18n/pair.ts';
import { useSession } from '#platform/web/session/session.ts';
import type { ClockStamp, VisitRecord } from '../../contract/visit-day.ts';
import { BilingualText } from './bilingual-text.tsx';
import { placeLabel, word } from './words.ts';

/** The recorded positions of the cleaner's own phone; discloses everything that is stored. */
export function PlacesRecorded({ record }: { record: VisitRecord | undefined }) {
  const { id } = useSession();
  const own = record?.crew.find((member) => member.id === id);
  if (!own?.start) return null;
  return (
    <section className="k-stack k-gap-6">
      <SectionTitle>
        <BilingualText text={word('places')} />
      </SectionTitle>
      <Stamp stamp={own.start} />
      {own.finish && <Stamp stamp={own.finish} />}
      <p className="k-muted">
        <BilingualText text={word('placesFor')} />
      </p>
    </section>
  );
}

function Stamp({ stamp }: { stamp: ClockStamp }) {
  return (
    <p>
      <b>{time(stamp.at, mainLanguage())}</b>{' '}
      <BilingualText text={placeLabel(stamp.location, stamp.metres)} />
    </p>
  );
}

/** A link to call the office for help. */
export function OfficeLine({ phone }: { phone: string | undefined }) {
  if (!phone) return null;
  return (
    <ButtonLink
      full
      kind="quiet"
      icon={IconPhone}
      zh={word('office').zh}
      href={`tel:${phone.replace(/[^\d+]/g, '')}`}
    >
      {word('office').text}
    </ButtonLink>
  );
}
