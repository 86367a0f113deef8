import { type Cents, MAX_CENTS } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { ExtraLine } from '../rules/quote.ts';

/** A visit of which the price is calculated. */
export interface PricedVisit {
  readonly packageID: string;
  readonly jobType: string;
  /** Six digits; empty if the home is not known yet. */
  readonly postal: string;
  readonly hours: number;
  readonly numCleaners: number;
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Lines that are added to the price of a visit, such as a fee for parking; null for none. Asked whenever it is calculated. */
    readonly priceLines?: Readonly<
      Record<string, (ctx: Context, visit: PricedVisit) => Promise<ExtraLine | null>>
    >;
  }
}

const LONGEST_LABEL = 60;

/** @throws for a line that is no whole amount of cents or has no label, which would be frozen in the price */
export async function extraLines(ctx: Context, visit: PricedVisit): Promise<ExtraLine[]> {
  const lines: ExtraLine[] = [];
  for (const [name, lineFor] of Object.entries(ctx.composed.priceLines ?? {})) {
    const line = await lineFor(ctx, visit);
    if (line === null) continue;
    if (!isCents(line.amount) || line.label === '' || line.label.length > LONGEST_LABEL)
      throw new Error(`The price line ${name} is invalid: ${JSON.stringify(line)}.`);
    lines.push(line);
  }
  return lines;
}

function isCents(amount: Cents): boolean {
  return Number.isSafeInteger(amount) && amount >= 0 && amount <= MAX_CENTS;
}
