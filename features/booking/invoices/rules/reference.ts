/** What the payer writes on the transfer: letters and digits, as PayNow allows. */
export function referenceOf(number: number): string {
  return `INV${number}`;
}
