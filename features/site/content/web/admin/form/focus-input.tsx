import { type PointerEvent, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import type { FocusField } from '../model/field-spec.ts';
import { recordOf } from '../model/paired.ts';
import styles from './form.module.css';
import { useInput } from './use-content-form.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

const CENTRE: Point = { x: 50, y: 50 };

interface FocusInputProps {
  readonly field: FocusField;
  readonly name: string;
  /** The paths of the pictures it applies to. */
  readonly pictures: readonly string[];
}

/** The focal point of a cropped picture, set by pointer or arrow keys. Percent from the top left. */
export function FocusInput({ field, name, pictures }: FocusInputProps) {
  const { value, error, onChange } = useInput(name);
  const urls: readonly unknown[] = useWatch({ name: [...pictures] });
  const url = urls.find((picture) => typeof picture === 'string' && picture !== '');
  const help = useId();
  if (typeof url !== 'string') return null;
  const point = readPoint(value);
  const pick = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange({
      x: percent((event.clientX - left) / width),
      y: percent((event.clientY - top) / height),
    });
  };
  const slide = (axis: 'x' | 'y', label: string) => (
    <label className={styles.axis}>
      <span>{label}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={point[axis]}
        aria-describedby={help}
        onChange={({ target }) => onChange({ ...point, [axis]: Number(target.value) })}
      />
    </label>
  );
  return (
    <fieldset className={styles.focus}>
      <legend className={styles.label}>{field.label}</legend>
      <div className={styles.focusPicture} onPointerDown={pick} onPointerMove={pick} aria-hidden="true">
        <img src={url} alt="" draggable={false} />
        <span style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      </div>
      <div className={styles.axes}>
        {slide('x', 'From the left')}
        {slide('y', 'From the top')}
        <p id={help} className={styles.note}>
          {field.hint}
        </p>
        {value !== undefined && <TextButton onClick={() => onChange(undefined)}>Centre</TextButton>}
        <p className={styles.error}>{error}</p>
      </div>
    </fieldset>
  );
}

function percent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

function readPoint(value: unknown): Point {
  const { x, y } = recordOf(value);
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : CENTRE;
}
