import { PictureField } from '#features/uploads/web/parts/picture-field.tsx';
import { type InputProps, useInput } from './plain-inputs.tsx';

/** A picture, uploaded as soon as it is chosen. */
export function PictureInput({ field, name }: InputProps) {
  const { field: wiring, text, error } = useInput(name);
  return <PictureField label={field.label} value={text} error={error} onChange={wiring.onChange} />;
}
