import { FormPanels } from '#platform/web/office/form-panel.tsx';
import type { RecordFormOf } from '#platform/web/office/use-record-form.ts';
import type { PackageKind } from '../../rules/package.ts';
import { layoutOf } from '../parts/package.ts';
import { type PackageValues, priceOf } from '../parts/price-so-far.ts';
import { PricePanel } from './price-panel.tsx';

interface PackagePanelsProps {
  readonly form: RecordFormOf<PackageValues>;
  readonly kind: PackageKind;
  /** Shown below the heading of the price. */
  readonly note?: string;
}

/** A package's fields by kind, with a live price preview. */
export function PackagePanels({ form, kind, note }: PackagePanelsProps) {
  const { fields, left, right } = layoutOf(kind, form.values);
  const price = priceOf({ ...form.values, ...(kind === 'visit' && { category: '' }) });
  return (
    <FormPanels
      form={{ ...form, fields }}
      left={left}
      right={right}
      beside={<PricePanel terms={price} note={note} />}
    />
  );
}
