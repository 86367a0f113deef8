import { useFormat } from '#platform/web/format.ts';
import { drawingName } from '../form/icon-input.tsx';
import { type Difference, differencesOf } from '../model/differences.ts';
import type { Fields, Values } from '../model/field-spec.ts';
import { wordsOf } from '../model/missing.ts';
import { recordOf } from '../model/paired.ts';
import styles from './versions.module.css';

interface DifferenceListProps {
  readonly fields: Fields;
  readonly before: Values;
  readonly after: Values;
  /** What the two are called. */
  readonly names: { readonly before: string; readonly after: string };
}

/** Field by field what differs between two states of a form. */
export function DifferenceList({ fields, before, after, names }: DifferenceListProps) {
  const found = differencesOf(fields, before, after);
  if (found.length === 0) return <p className={styles.quiet}>Nothing differs.</p>;
  return (
    <ul className={styles.differences}>
      {found.map((difference) => (
        <li key={difference.where}>
          <b>{difference.where}</b>
          <dl>
            <dt>{names.before}</dt>
            <dd>
              <Value difference={difference} value={difference.before} />
            </dd>
            <dt>{names.after}</dt>
            <dd>
              <Value difference={difference} value={difference.after} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}

interface ValueProps {
  readonly difference: Difference;
  readonly value: unknown;
}

/** Always text, also where it is rich: nothing that somebody wrote is markup here. */
function Value({ difference: { field, where }, value }: ValueProps) {
  const { money } = useFormat();
  if (value === '' || value === undefined || value === null)
    return <span className={styles.quiet}>Empty</span>;
  if (field.kind === 'price' && typeof value === 'number') return money(value);
  if (field.kind === 'focus') {
    const { x, y } = recordOf(value);
    return `${Number(x)}% from the left, ${Number(y)}% from the top`;
  }
  const text = String(value);
  if (field.kind === 'picture') return <img className={styles.picture} src={text} alt={where} />;
  if (field.kind === 'icon') return drawingName(text);
  if (field.kind === 'choice') return field.options.find((option) => option.value === text)?.label ?? text;
  return field.kind === 'rich' ? wordsOf(text) : text;
}
