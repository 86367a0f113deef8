import { PhotoField } from '#features/catalogue/uploads/web/parts/photo-field.tsx';
import { fullnameOf } from '#platform/kernel/names.ts';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
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
  const { firstname, lastname = '', displayName = '', profilePhoto = '' } = form.values;
  const photo = (
    <Panel title="Photo" note="Customers see it when they book.">
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
