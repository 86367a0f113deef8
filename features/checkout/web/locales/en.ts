/** Promo code and hours of credit, on the way to paying. */
export const en = {
  hours: {
    title: 'Your hours',
    choice: 'Your hours',
    covers: 'Uses {{hours}} of your {{left}}.',
    coversPart: 'Uses {{hours}} of your {{left}}. {{amount}} is left for a card.',
    on: '{{hours}} of credit are on',
    onOne: '1 hour of credit is on',
    off: 'Take off',
    takingOff: 'Taking off',
    go: 'Pay with {{hours}}',
    goPart: 'Use {{hours}}',
    using: 'Using your hours',
  },
} as const;
