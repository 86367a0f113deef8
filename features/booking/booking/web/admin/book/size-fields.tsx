import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { MAX_HOURS, MIN_HOURS } from '#features/work/schedule/rules/visit-length.ts';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { Size } from './use-booking.ts';

const HALF_HOURS = Array.from(
  { length: (MAX_HOURS - MIN_HOURS) * 2 + 1 },
  (_, index) => MIN_HOURS + index / 2,
);
const CREWS = [1, 2, 3, 4, 5];

interface SizeFieldsProps {
  readonly pack: PackageReply;
  readonly size: Size;
  onChange(size: Size): void;
}

/** Duration and crew size of an hourly package; a fixed-price package has its own. */
export function SizeFields({ pack, size, onChange }: SizeFieldsProps) {
  const { hours } = useFormat();
  if (pack.pricingType !== 'hourly') return null;
  const lengths = [...new Set([...HALF_HOURS, pack.hoursPerCleaner])].toSorted((a, b) => a - b);
  return (
    <>
      <SelectField
        label="Hours per cleaner"
        value={String(size.hours)}
        onChange={(event) => onChange({ ...size, hours: Number(event.target.value) })}
        options={lengths.map((value) => ({ value: String(value), label: hours(value) }))}
      />
      <SelectField
        label="Cleaners"
        value={String(size.numCleaners)}
        onChange={(event) => onChange({ ...size, numCleaners: Number(event.target.value) })}
        options={CREWS.map((value) => ({ value: String(value), label: String(value) }))}
      />
    </>
  );
}
