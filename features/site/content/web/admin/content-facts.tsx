import type { ReactNode } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FactList } from '#platform/web/office/record.tsx';
import { capital } from '#platform/web/office/record-kind.ts';
import { type Field, type Fields, isTranslated } from '../../contract/fields.ts';
import { drawingName, SERVICE_OPTIONS } from './content-fields.tsx';
import { listOf, pairOf, recordOf, textOf, toForm, type Values, wordsOf } from './form-values.ts';
import styles from './site.module.css';

interface ContentFactsProps {
  readonly fields: Fields;
  readonly content: Values;
}

/** The content of a version, field by field: "Step 2, heading". Empty fields are omitted. */
export function ContentFacts({ fields, content }: ContentFactsProps) {
  const { money } = useFormat();
  return <FactList facts={Object.fromEntries(factsOf(fields, toForm(fields, content), ''))} />;

  function factsOf(inner: Fields, values: Values, within: string): (readonly [string, ReactNode])[] {
    return Object.entries(inner).flatMap(([name, field]) => {
      const value = values[name];
      const where = within === '' ? field.label : `${within}, ${field.label.toLowerCase()}`;
      if (field.kind === 'list')
        return listOf(value).flatMap((entry, index) => {
          const one = within === '' ? capital(field.one) : `${within}, ${field.one}`;
          return factsOf(field.fields, recordOf(entry), `${one} ${index + 1}`);
        });
      if (!isTranslated(field)) return isEmpty(value) ? [] : [[where, shown(field, value)] as const];
      const { en, zh } = pairOf(value);
      const both = [[where, wordsOf(en)] as const, [`${where}, 中文`, wordsOf(zh)] as const];
      return both.filter(([, text]) => text !== '');
    });
  }

  /** Always plain text, even for rich text, so that no markup is rendered here. */
  function shown(field: Field, value: unknown): ReactNode {
    const text = textOf(value);
    switch (field.kind) {
      case 'price':
        return money(Number(value));
      case 'picture':
        return <img className={styles.picture} src={text} alt={field.label} />;
      case 'icon':
        return drawingName(text);
      case 'service':
        return SERVICE_OPTIONS.find(({ value: option }) => option === text)?.label ?? text;
      case 'focus': {
        const { x, y } = recordOf(value);
        return t('{{number}}% from the left, {{number2}}% from the top', {
          number: Number(x),
          number2: Number(y),
        });
      }
      default:
        return text;
    }
  }
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === undefined || value === null;
}
