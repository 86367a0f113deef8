import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { contentErrors } from '../../../contract/errors.ts';

/** Someone else saved first: the form keeps the user's input until they load the other version. */
export function ChangedMeanwhile({ onLoad }: { onLoad(): void }) {
  const { title, detail } = contentErrors.content_changed;
  return (
    <div role="alert">
      <Notice kind="bad" action={<TextButton onClick={onLoad}>Load their version</TextButton>}>
        <b>{`${title}.`}</b> {detail}
      </Notice>
    </div>
  );
}
