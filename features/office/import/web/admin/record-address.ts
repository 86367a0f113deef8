const HOMES = { customers: '/admin/customers', cleaners: '/admin/cleaners' } as const;

/** The page of an imported customer or cleaner. */
export function recordAddress(kind: keyof typeof HOMES, id: string): string {
  return `${HOMES[kind]}/${id}/view`;
}
