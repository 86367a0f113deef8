/** A business of this name uses the product's own wordmark and pictures. */
export function isKemas(businessName: string): boolean {
  return /^kemas\b/i.test(businessName.trim());
}

const LEGAL_FORMS = /[\s,]+(?:\(?pte\.?\)?\s*)?(?:ltd\.?|llp|llc|inc\.?|limited|private limited)\s*$/i;

/** What customers call the business: its name without the legal form. */
export function brandName(businessName: string): string {
  if (isKemas(businessName)) return 'Kemas';
  return businessName.trim().replace(LEGAL_FORMS, '') || businessName;
}

/** A part of a file name: `sparkle-homes`. */
export function fileNameOf(businessName: string): string {
  const words = brandName(businessName)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\da-z]+/g, '-')
    .replace(/^-|-$/g, '');
  return words === '' ? 'bookings' : words;
}
