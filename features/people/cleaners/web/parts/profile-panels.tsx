import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { PhotoField } from '#features/catalogue/uploads/web/parts/photo-field.tsx';
import { fullnameOf } from '#platform/kernel/names.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import type { Fieldset, RecordLayout } from '#platform/web/office/form-fields.ts';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import type { RecordFormOf } from '#platform/web/office/use-record-form.ts';
import type { Profile } from './use-profile-layout.ts';

interface ProfilePanelsProps {
  readonly form: RecordFormOf<Profile>;
  readonly layout: RecordLayout<Profile>;
  /** For the placeholder tile without a photo; '' for a new cleaner. */
  readonly id: string;
}

/** A cleaner's form with the photo. */
export function ProfilePanels({ form, layout, id }: ProfilePanelsProps) {
  useRegionOfHome(form, id === '');
  const { firstname, lastname = '', displayName = '', profilePhoto = '' } = form.values;
  const photo = (
    <Panel title={t('Photo')} note={t('Customers see it when they book.')}>
      <PhotoField
        value={profilePhoto}
        error={form.errors.profilePhoto}
        onChange={(url) => form.set({ profilePhoto: url })}
      >
        <PersonTile
          id={id}
          initials={initialsOf(fullnameOf({ firstname, lastname, displayName }))}
          size={96}
          photo={profilePhoto}
        />
      </PhotoField>
    </Panel>
  );
  // The country is shown only for the few homes that are elsewhere.
  const isHere = form.saved.country === layout.blank.country;
  const panels = (all: readonly Fieldset<Profile>[] = []) =>
    all.map(({ names, ...panel }) => ({
      ...panel,
      names: names.filter((name) => !isHere || name !== 'country'),
    }));
  return <FormPanels form={form} left={panels(layout.left)} right={panels(layout.right)} beside={photo} />;
}

/** Ticks the region of a new cleaner's home once its postal code is complete, unless others are ticked already. */
function useRegionOfHome({ values, set }: RecordFormOf<Profile>, isNew: boolean): void {
  const { postal = '', regionIDs = [] } = values;
  const isWhole = isNew && POSTAL_CODE.test(postal);
  const areas = useQuery({ ...queryOf(findAreas, { query: { postal } }), enabled: isWhole });
  const regionID = isWhole ? areas.data?.[0]?.regionID : undefined;
  const tick = useEffectEvent((region: string) => {
    if (regionIDs.length === 0) set({ regionIDs: [region] });
  });
  useEffect(() => {
    if (regionID !== undefined) tick(regionID);
  }, [regionID]);
}
