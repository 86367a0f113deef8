import { PhotoField } from '#features/catalogue/uploads/web/parts/photo-field.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { useBilingual } from '#platform/web/i18n/bilingual.tsx';
import { initialsOf } from '#platform/web/initials.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { getCleaner, updateCleaner } from '../../contract.ts';
import { useProfileSentence, useProfileText } from '../text.ts';
import styles from './profile.module.css';

/** The own photo, saved once it is uploaded. If that fails, saving can be retried. */
export function PhotoSection({ cleaner }: { readonly cleaner: CleanerReply }) {
  const bilingual = useBilingual(useProfileText());
  const sentenceOf = useProfileSentence();
  const save = useAct(updateCleaner, { refresh: [getCleaner] });
  const { id, fullname } = cleaner;
  // The chosen photo is shown at once, saved or not.
  const photo = save.variables?.body?.profilePhoto ?? cleaner.profilePhoto;
  const keep = (profilePhoto: string) => save.mutate({ params: { id }, body: { profilePhoto } });
  return (
    <section className={styles.section}>
      <SectionTitle>{bilingual('photo')}</SectionTitle>
      <PhotoField value={photo} onChange={keep}>
        <PersonTile id={id} initials={initialsOf(fullname)} size={96} photo={photo} />
      </PhotoField>
      <p role="status">
        {save.isPending && <span>{bilingual('savingPhoto')}</span>}
        {save.isSuccess && photo !== '' && <span>{bilingual('photoSaved')}</span>}
      </p>
      <div role="alert">
        {save.error && (
          <Notice
            kind="bad"
            action={
              <Button kind="quiet" size="small" onClick={() => keep(photo)}>
                {bilingual('again')}
              </Button>
            }
          >
            {bilingual('photoNotSaved')} {sentenceOf(save.error)}
          </Notice>
        )}
      </div>
    </section>
  );
}
