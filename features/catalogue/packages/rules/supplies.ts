/** The texts of a package about what its customers prepare. */
export interface SuppliesText {
  readonly suppliesToBePrepared: string;
  /** Empty: only written in English. */
  readonly suppliesToBePreparedZh?: string | undefined;
}

interface SuppliesTerms {
  readonly suppliesCost: number;
  readonly suppliesIncluded: boolean;
}

/** Whether customers are asked to choose between our supplies, at their price, and their own. */
export function asksForSupplies({ suppliesCost, suppliesIncluded }: SuppliesTerms): boolean {
  return suppliesCost > 0 && !suppliesIncluded;
}

/** What a visit needs at home: nothing if we bring it; otherwise what the office wrote, if it wrote anything. */
export type HomeNeeds = { readonly weBring: true } | { readonly weBring: false; readonly prepare: string };

/** @param weBring included in the price, or requested. */
export function homeNeeds(text: SuppliesText, weBring: boolean, language: 'en' | 'zh'): HomeNeeds {
  if (weBring) return { weBring };
  return { weBring, prepare: suppliesText(text, language) };
}

/** In the reader's language if the office has translated it. */
export function suppliesText(text: SuppliesText, language: 'en' | 'zh'): string {
  const { suppliesToBePrepared, suppliesToBePreparedZh = '' } = text;
  return language === 'zh' && suppliesToBePreparedZh !== '' ? suppliesToBePreparedZh : suppliesToBePrepared;
}
