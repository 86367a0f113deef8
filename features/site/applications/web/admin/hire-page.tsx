import { useNavigate } from 'react-router';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { regionOfPlace } from '#features/catalogue/places/rules/region-of-place.ts';
import { CLEANERS } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import { ProfilePanels } from '#features/people/cleaners/web/parts/profile-panels.tsx';
import {
  type Profile,
  useProfileLayout,
  withoutStart,
} from '#features/people/cleaners/web/parts/use-profile-layout.ts';
import { readMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { type SavingCall, useRecordForm } from '#platform/web/office/use-record-form.ts';
import { type ApplicationReply, hireApplicant } from '../../contract.ts';
import { APPLICATIONS } from '../parts/application.ts';

/** /admin/applications/:applicationID/hire */
export function Component() {
  return (
    <RecordFrame of={APPLICATIONS} subtitle={() => t('Hire this applicant')}>
      {(item) => (item.cleanerID === null ? <HireForm item={item} /> : <HiredAlready id={item.cleanerID} />)}
    </RecordFrame>
  );
}

function HiredAlready({ id }: { readonly id: string }) {
  return (
    <p>
      {tNodes('This applicant has already been hired. {{textlink}}', {
        textlink: <TextLink href={`${CLEANERS.home}/${id}/view`}>{t('Open their page')}</TextLink>,
      })}
    </p>
  );
}

/** The form of a new cleaner, prefilled from the application. */
function HireForm({ item }: { readonly item: ApplicationReply }) {
  const navigate = useNavigate();
  const toast = useToast();
  const empty = withoutStart(useProfileLayout());
  const { postal } = empty.fields;
  const region = regionOfPlace(item.home_area, useCall(listRegions).data?.items ?? []);
  const layout = {
    ...empty,
    blank: { ...empty.blank, ...profileOf(item), regionIDs: region === null ? [] : [region] },
    fields: {
      ...empty.fields,
      // Free text, such as “Bedok” or “near Punggol MRT”: the office asks for the address.
      postal:
        item.home_area === ''
          ? postal
          : { ...postal, hint: t('Lives in {{home_area}}', { home_area: item.home_area }) },
    },
  };
  const form = useRecordForm<SavingCall, Profile>({
    call: hireApplicant,
    params: { id: item.id },
    refresh: [...APPLICATIONS.refresh, ...CLEANERS.refresh],
    blank: layout.blank,
    fields: layout.fields,
    onSaved: (reply) => {
      const { id } = reply as { readonly id: string };
      toast.show({
        text: t('{{name}} is now a cleaner. Next: weekly hours.', { name: APPLICATIONS.nameOf(item) }),
      });
      return navigate(`${CLEANERS.home}/${id}/availability`);
    },
  });
  return (
    <RecordForm form={form} save={t('Add cleaner')}>
      <ProfilePanels form={form} layout={layout} id="" />
    </RecordForm>
  );
}

const GENDERS = { female: 'female', male: 'male' } as const;

/**
 * The profile fields taken from an application. A number that is not a local mobile is left for the office to ask for.
 */
function profileOf({ firstname, lastname, email, phone, gender }: ApplicationReply): Partial<Profile> {
  const said = gender.trim().toLowerCase();
  return {
    firstname,
    lastname,
    email,
    mobile: eightDigits(phone),
    gender: said === 'female' || said === 'male' ? GENDERS[said] : '',
  };
}

/** In the format of the form's mobile field, which shows the prefix. */
function eightDigits(phone: string): string {
  return readMobile(phone)?.slice(2) ?? '';
}
