import { useRef } from 'react';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import type { RecordFormOf } from '#platform/web/office/use-record-form.ts';
import { kindOf, type PackageKind } from '../../rules/package.ts';
import { BLANK_OF, layoutOf, PACKAGE_KIND_OPTIONS } from '../parts/package.ts';
import { type PackageValues, priceOf } from '../parts/price-so-far.ts';
import styles from './package-panels.module.css';
import { PricePanel } from './price-panel.tsx';

interface FormProps {
  readonly form: RecordFormOf<PackageValues>;
}

interface PackagePanelsProps extends FormProps {
  readonly kind: PackageKind;
}

/** A package's fields by its kind, and what they come to while they are typed. */
export function PackagePanels({ form, kind }: PackagePanelsProps) {
  const { fields, left, right } = layoutOf(kind, form.values);
  return (
    <FormPanels
      form={{ ...form, fields }}
      left={left}
      right={right}
      beside={<PricePanel title="What customers pay" terms={priceOf(form.values)} />}
    />
  );
}

/** The same for a new package, of which the kind is still to be chosen. */
export function NewPackagePanels({ form }: FormProps) {
  const kind = kindOf(form.values);
  const left = useRef({ ...BLANK_OF });
  /** What was typed of one kind waits while the other is chosen, and is not sent. */
  const choose = (chosen: PackageKind) => {
    left.current[kind] = ownValues(kind, form.values);
    form.set({ ...emptied(kind), ...left.current[chosen] });
  };
  return (
    <>
      <div className={styles.kind}>
        <Segments label="Kind" options={PACKAGE_KIND_OPTIONS} value={kind} onChange={choose} />
      </div>
      <PackagePanels form={form} kind={kind} />
    </>
  );
}

/** The fields that this kind alone has, or means in its own way. */
function ownValues(kind: PackageKind, values: PackageValues): PackageValues {
  const names = Object.keys(BLANK_OF[kind]) as (keyof PackageValues)[];
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function emptied(kind: PackageKind): PackageValues {
  return Object.fromEntries(Object.keys(BLANK_OF[kind]).map((name) => [name, undefined]));
}
