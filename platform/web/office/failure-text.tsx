import type { ReactNode } from 'react';
import { t } from '../i18n/office.ts';
import styles from './list.module.css';

/** Failures that are written out; the number of the others follows. */
const SHOWN = 5;

/** One sentence, or a list of them. */
export function failureText(sentences: readonly string[]): ReactNode {
  if (sentences.length === 1) return sentences[0];
  const more = sentences.length - SHOWN;
  return (
    <ul className={styles.failures}>
      {sentences.slice(0, SHOWN).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {more > 0 && <li>{t('And {{more}} more.', { more })}</li>}
    </ul>
  );
}
