import { money } from '#platform/web/amounts.ts';
import { MoneyLines } from '#platform/web/design/booking/price-panel.tsx';
import { HourTiles, TileWall } from '#platform/web/design/tiles/tile.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import type { RecordFormOf } from '#platform/web/office/use-record-form.ts';
import { isCreditPackage, LONGEST_DAY, type PackageKind, type PackageTerms } from '../../rules/package.ts';
import { layoutOf } from '../parts/package.ts';
import { type PackageValues, priceOf } from '../parts/price-so-far.ts';
import { crewLabel, shownPriceLines, suppliesLabel } from './package-labels.ts';

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

/** Tiles per row for hours of credit. */
const ACROSS = 12;
/** Above this number of hours no tiles are shown. */
const MAX_TILES = 96;

interface PricePanelProps {
  /** Null while hours or price are missing. */
  readonly terms: PackageTerms | null;
  readonly note?: string | undefined;
}

/** A package's price as its customer sees it. */
export function PricePanel({ terms, note }: PricePanelProps) {
  return (
    <Panel title={t('What customers pay')} note={note}>
      {terms === null ? (
        <p className="k-mt-8 k-muted">{t('Fill in the hours and the price to see what customers pay.')}</p>
      ) : (
        <Price terms={terms} />
      )}
    </Panel>
  );
}

function Price({ terms }: { readonly terms: PackageTerms }) {
  const onRequest = !terms.suppliesIncluded && terms.suppliesCost > 0;
  return (
    <>
      <Tiles terms={terms} />
      <MoneyLines
        lines={shownPriceLines(terms)}
        total={{ label: t('Price'), amount: money(terms.price) }}
        size="medium"
      />
      {onRequest && (
        <p className="k-mt-8 k-muted">{t('Supplies: {{supplies}}.', { supplies: suppliesLabel(terms) })}</p>
      )}
    </>
  );
}

/** One tile is one hour. */
function Tiles({ terms }: { readonly terms: PackageTerms }) {
  const { type, credits, hoursPerCleaner, numCleaners } = terms;
  if (isCreditPackage(terms)) {
    if (credits > MAX_TILES) return null;
    return (
      <div className="k-mb-14 k-narrow">
        <TileWall service={type} laid={credits} columns={ACROSS} />
      </div>
    );
  }
  if (hoursPerCleaner > LONGEST_DAY) return null;
  return (
    <div className="k-mb-14">
      <HourTiles
        service={type}
        hours={hoursPerCleaner}
        cleaners={numCleaners}
        size={25}
        label={crewLabel(terms)}
      />
    </div>
  );
}
