/** Mdm is common in Singapore. */
export const SALUTATIONS = ['Mr', 'Mrs', 'Ms', 'Miss', 'Mdm', 'Dr', 'Prof'] as const;
