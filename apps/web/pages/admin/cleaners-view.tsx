import { listRegions } from '#features/catalogue/places/contract.ts';
import { SignInAttempts } from '#features/people/accounts/web/parts/sign-in-attempts.tsx';
import type { CleanerReply } from '#features/people/cleaners/cleaner-shapes.ts';
import { CLEANERS, CleanerPage } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import { FirstSteps, InvitationNote } from '#features/people/cleaners/web/parts/first-steps.tsx';
import { GENDER_NAMES } from '#features/people/cleaners/web/parts/genders.ts';
import { WeekTable } from '#features/people/cleaners/web/parts/week-table.tsx';
import { JobsPanel } from '#features/work/jobs/web/office/jobs-panel.tsx';
import { useToday } from '#features/work/jobs/web/parts/use-now.ts';
import { TimeOffList } from '#features/work/schedule/web/office/time-off-list.tsx';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { addDays } from '#platform/web/business-time.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FactList, Panel, Panels } from '#platform/web/office/record.tsx';

/** /admin/cleaners/:cleanerID/view: details, working hours, regions. */
export function Component() {
  return (
    <CleanerPage>
      {(cleaner) => (
        <>
          <SignInAttempts mobile={cleaner.mobile} />
          <Panels
            left={
              <>
                <Profile cleaner={cleaner} />
                <CleanerVisits cleanerID={cleaner.id} />
              </>
            }
            right={
              <>
                <FirstSteps cleaner={cleaner} />
                <WorkingTimePanels cleaner={cleaner} />
              </>
            }
          />
        </>
      )}
    </CleanerPage>
  );
}

function CleanerVisits({ cleanerID }: { readonly cleanerID: string }) {
  const today = useToday();
  return (
    <>
      <JobsPanel
        title={t('Coming up')}
        none={t('No upcoming visits.')}
        query={{ cleanerID, from_date: today, order: 'asc' }}
      />
      <JobsPanel
        title={t('Past visits')}
        none={t('No visits yet.')}
        query={{ cleanerID, to_date: addDays(today, -1), order: 'desc' }}
      />
    </>
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
    <Panel
      title={t('Profile')}
      end={<TextLink href={`${CLEANERS.home}/${cleaner.id}/update`}>{t('Change')}</TextLink>}
    >
      <FactList
        facts={{
          Salutation: cleaner.salutation,
          Gender: GENDER_NAMES[cleaner.gender],
          Mobile: <a href={`tel:+${cleaner.mobile}`}>{showMobile(cleaner.mobile)}</a>,
          'E-mail': cleaner.email && <a href={`mailto:${cleaner.email}`}>{cleaner.email}</a>,
          Languages: cleaner.languages.join(', '),
          ...(cleaner.avoidsPets && { Pets: t('Does not work in homes with pets') }),
          Address: address.filter((line) => line !== '').join(', '),
          'Works in': worksIn.join(', ') || t('Everywhere'),
          Since: date(cleaner.createdAt, 'long'),
          ...(cleaner.invitedAt !== null && { 'Invited to sign in': <InvitationNote cleaner={cleaner} /> }),
        }}
      />
    </Panel>
  );
}

function WorkingTimePanels({ cleaner }: { readonly cleaner: CleanerReply }) {
  const at = `${CLEANERS.home}/${cleaner.id}`;
  return (
    <>
      <Panel title={t('Hours worked')}>
        <TextLink href={`/admin/hours/${cleaner.id}`}>{t('See the hours of this month')}</TextLink>
      </Panel>
      <Panel
        title={t('Weekly hours')}
        end={<TextLink href={`${at}/availability`}>{t('Change hours')}</TextLink>}
      >
        <WeekTable week={cleaner} />
      </Panel>
      <Panel title={t('Time off')} end={<TextLink href={`${at}/schedule`}>{t('Add time off')}</TextLink>}>
        <TimeOffList cleanerID={cleaner.id} timeOff={cleaner.unavailableDates} />
      </Panel>
    </>
  );
}
