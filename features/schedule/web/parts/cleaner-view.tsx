import type { ReactNode } from 'react';
import { SignInAttempts } from '#features/accounts/web/parts/sign-in-attempts.tsx';
import type { CleanerReply } from '#features/cleaners/cleaner-shapes.ts';
import { CLEANERS, CleanerPage } from '#features/cleaners/web/parts/cleaner-page.tsx';
import { GENDER_NAMES } from '#features/cleaners/web/parts/genders.ts';
import { WeekTable } from '#features/cleaners/web/parts/week-table.tsx';
import { listRegions } from '#features/places/contract.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Facts, Panel, Panels } from '#platform/web/office/record.tsx';
import { TimeOffList } from '../admin/time-off-list.tsx';

interface CleanerViewProps {
  /** The cleaner's visits; jobs lie above. */
  jobs(cleaner: CleanerReply): ReactNode;
}

/** A cleaner for the office: who they are, when they work, where they go. */
export function CleanerView({ jobs }: CleanerViewProps) {
  return (
    <CleanerPage>
      {(cleaner) => (
        <>
          <SignInAttempts mobile={cleaner.mobile} />
          <Panels
            left={
              <>
                <Profile cleaner={cleaner} />
                {jobs(cleaner)}
              </>
            }
            right={<Time cleaner={cleaner} />}
          />
        </>
      )}
    </CleanerPage>
  );
}

function Profile({ cleaner }: { readonly cleaner: CleanerReply }) {
  const { date } = useFormat();
  const regions = useCall(listRegions).data?.items ?? [];
  const worksIn = regions
    .filter((region) => cleaner.regionIDs.includes(region.id))
    .map((region) => region.name);
  const address = [
    cleaner.addressLine1,
    cleaner.addressLine2,
    cleaner.addressLine3,
    cleaner.country,
    cleaner.postal,
  ];
  return (
    <Panel title="Profile" end={<TextLink href={`${CLEANERS.home}/${cleaner.id}/update`}>Change</TextLink>}>
      <Facts
        facts={{
          Salutation: cleaner.salutation,
          Gender: GENDER_NAMES[cleaner.gender],
          Mobile: <a href={`tel:+${cleaner.mobile}`}>{showMobile(cleaner.mobile)}</a>,
          'E-mail': cleaner.email && <a href={`mailto:${cleaner.email}`}>{cleaner.email}</a>,
          Languages: cleaner.languages.join(', '),
          ...(cleaner.avoidsPets && { 'Homes with pets': 'Does not work there' }),
          Address: address.filter((line) => line !== '').join(', '),
          'Works in': worksIn.join(', ') || 'Everywhere',
          Since: date(cleaner.createdAt, 'long'),
        }}
      />
    </Panel>
  );
}

function Time({ cleaner }: { readonly cleaner: CleanerReply }) {
  const at = `${CLEANERS.home}/${cleaner.id}`;
  return (
    <>
      <Panel title="Weekly hours" end={<TextLink href={`${at}/availability`}>Change hours</TextLink>}>
        <WeekTable week={cleaner} />
      </Panel>
      <Panel title="Time off" end={<TextLink href={`${at}/schedule`}>Add time off</TextLink>}>
        <TimeOffList cleanerId={cleaner.id} timeOff={cleaner.unavailableDates} />
      </Panel>
    </>
  );
}
