import { useRef, useState } from 'react';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { NewRecord } from '#platform/web/office/record-screens.tsx';
import type { RecordFormOf } from '#platform/web/office/use-record-form.ts';
import { PACKAGE_KINDS, type PackageKind } from '../../rules/package.ts';
import { BLANK_OF, layoutOf, ownValues, PACKAGE_KIND_OPTIONS, PACKAGES } from '../parts/package.ts';
import type { PackageValues } from '../parts/price-so-far.ts';
import { PackagePanels } from './package-panels.tsx';

/** The fields specific to one kind, empty: they are not sent. */
const EMPTY = Object.assign({}, ...PACKAGE_KINDS.map((kind) => ownValues(kind, {}))) as PackageValues;

/** The initial values of a new package of this kind, with the other kind's fields empty. */
function newLayout(kind: PackageKind) {
  const layout = layoutOf(kind, BLANK_OF[kind]);
  return { ...layout, blank: { ...EMPTY, ...layout.blank } };
}

const FIRST: PackageKind = 'visit';

/** /admin/packages/new */
export function Component() {
  return (
    <NewRecord of={PACKAGES} layout={newLayout(FIRST)}>
      {(form) => <NewPackage form={form} />}
    </NewRecord>
  );
}

/** The kind, followed by its fields. The values of each kind are kept while the other is selected. */
function NewPackage({ form }: { readonly form: RecordFormOf<PackageValues> }) {
  const [kind, setKind] = useState(FIRST);
  const typed = useRef({ ...BLANK_OF });
  const choose = (chosen: PackageKind) => {
    typed.current[kind] = ownValues(kind, form.values);
    form.compareWith(newLayout(chosen).blank);
    form.set({ ...EMPTY, ...typed.current[chosen] });
    setKind(chosen);
  };
  return (
    <>
      <div className="k-narrow k-mb-16">
        <Segments label={t('Kind')} options={PACKAGE_KIND_OPTIONS} value={kind} onChange={choose} />
      </div>
      <PackagePanels form={form} kind={kind} />
    </>
  );
}
