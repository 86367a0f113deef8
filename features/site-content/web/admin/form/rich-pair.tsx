import { lazy, Suspense } from 'react';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import type { PairedField } from '../model/field-spec.ts';
import { lacksChinese } from '../model/missing.ts';
import styles from './form.module.css';
import { Untranslated } from './paired-text.tsx';
import { useInput } from './plain-inputs.tsx';

// The editor weighs as much as the rest of the office; a form without rich text does without it.
const RichEditor = lazy(() => import('./rich-editor.tsx'));

interface RichPairProps {
  readonly field: PairedField;
  readonly name: string;
}

/** Rich text in English and in 中文, side by side. */
export function RichPair({ field: { label }, name }: RichPairProps) {
  const english = useInput(`${name}.en`);
  const chinese = useInput(`${name}.zh`);
  const lacking = lacksChinese({ en: english.text, zh: chinese.text });
  return (
    <div className={styles.pair}>
      <Suspense fallback={<Skeleton words="Loading the editor" lines={3} />}>
        <RichEditor {...editorOf(english)} label={label} lang="en-SG" />
        <RichEditor
          {...editorOf(chinese)}
          label={`${label}, 中文`}
          lang="zh"
          aside={lacking && <Untranslated />}
        />
      </Suspense>
    </div>
  );
}

function editorOf({ field, text, error, changed }: ReturnType<typeof useInput>) {
  return { value: text, error, changed, onChange: field.onChange, onBlur: field.onBlur };
}
