import { Fragment } from 'react';
import type { FieldSpec, Fields } from '../model/field-spec.ts';
import { isPaired } from '../model/field-spec.ts';
import { Entries } from './entries.tsx';
import { FocusInput } from './focus-input.tsx';
import { IconInput } from './icon-input.tsx';
import { PairedText } from './paired-text.tsx';
import { PictureInput } from './picture-input.tsx';
import { ChoiceInput, PlainText, PriceInput } from './plain-inputs.tsx';
import { RichPair } from './rich-pair.tsx';

interface ContentFieldsProps {
  readonly fields: Fields;
  /** Before each name: `steps.0.` within an entry. */
  readonly at?: string;
}

/** The inputs of some fields, lists with all that is in them. */
export function ContentFields({ fields, at = '' }: ContentFieldsProps) {
  return fields.map((field) => (
    <Fragment key={field.name}>
      <InputOf field={field} name={at + field.name} at={at} />
    </Fragment>
  ));
}

interface InputOfProps {
  readonly field: FieldSpec;
  readonly name: string;
  readonly at: string;
}

function InputOf({ field, name, at }: InputOfProps) {
  if (isPaired(field))
    return field.kind === 'rich' ? (
      <RichPair field={field} name={name} />
    ) : (
      <PairedText field={field} name={name} at={at} />
    );
  switch (field.kind) {
    case 'list':
      return (
        <Entries field={field} name={name}>
          {(fields, within) => <ContentFields fields={fields} at={within} />}
        </Entries>
      );
    case 'picture':
      return <PictureInput field={field} name={name} />;
    case 'focus':
      return <FocusInput field={field} name={name} of={field.of.map((picture) => at + picture)} />;
    case 'icon':
      return <IconInput field={field} name={name} />;
    case 'choice':
      return <ChoiceInput field={field} name={name} />;
    case 'price':
      return <PriceInput field={field} name={name} />;
    case 'key':
      return null;
    default:
      return <PlainText field={field} name={name} />;
  }
}
