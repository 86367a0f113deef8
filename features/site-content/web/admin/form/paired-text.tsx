import { useWatch } from 'react-hook-form';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import type { PairedField } from '../model/field-spec.ts';
import { lacksChinese, lacksDescription } from '../model/missing.ts';
import styles from './form.module.css';
import { useInput } from './plain-inputs.tsx';

interface PairedProps {
  readonly field: PairedField;
  readonly name: string;
  /** Before the names of its neighbours. */
  readonly at: string;
}

/** The same words in English and in 中文, side by side. */
export function PairedText({ field, name, at }: PairedProps) {
  const english = useInput(`${name}.en`);
  const chinese = useInput(`${name}.zh`);
  const Text = field.kind === 'sentences' ? TextArea : TextField;
  const { label, hint } = field;
  const lacking = lacksChinese({ en: english.text, zh: chinese.text });
  const picture: unknown = useWatch({ name: at + (field.of ?? ''), disabled: field.of === undefined });
  const silent = field.of !== undefined && lacksDescription(picture, { en: english.text, zh: '' });
  return (
    <div className={styles.pair}>
      <Text {...textOf(english)} label={label} hint={hint} aside={silent && <Undescribed />} />
      <Text {...textOf(chinese)} lang="zh" label={`${label}, 中文`} aside={lacking && <Untranslated />} />
    </div>
  );
}

function textOf({ field, text, error, changed }: ReturnType<typeof useInput>) {
  return { ...field, value: text, error, changed };
}

/** Beside what is written in English alone: visitors who read Chinese get it in English. */
export function Untranslated() {
  return <span className={styles.missing}>Not translated</span>;
}

function Undescribed() {
  return <span className={styles.missing}>Not described</span>;
}
