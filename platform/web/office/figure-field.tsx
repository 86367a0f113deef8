import { useState } from 'react';
import { type FieldTexts, TextField } from '../design/parts/field.tsx';
import { t } from '../i18n/office.ts';
import { figureText, readFigure, type Unit } from './figure-text.ts';

interface FigureFieldProps extends FieldTexts {
  readonly name: string;
  /** A plain number has none. */
  readonly unit?: Unit | undefined;
  /** The stored number, in cents if the unit is S$; or the invalid text that was typed. */
  readonly value: unknown;
  onChange(value: number | string | undefined): void;
  readonly required?: boolean | undefined;
  onLeave?(): void;
}

/** A number with its unit next to it. The typed text stays as it is until blur. */
export function FigureField({ unit, value, onChange, onLeave, ...rest }: FigureFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...rest}
      inputMode={unit === undefined ? 'numeric' : 'decimal'}
      autoComplete="off"
      before={unit === 'S$' && unit}
      after={unit !== undefined && unit !== 'S$' && t(unit)}
      value={typed ?? figureText(value, unit)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readFigure(target.value, unit));
      }}
      onBlur={() => {
        setTyped(null);
        onLeave?.();
      }}
    />
  );
}
