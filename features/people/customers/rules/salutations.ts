/** Source: DOMAIN.md 1.5. */
export const SALUTATIONS = ['Mr', 'Mrs', 'Ms', 'Miss', 'Mdm', 'Dr', 'Prof'] as const;
