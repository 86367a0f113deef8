export const en = {
  title: 'What customers say',
  loading: 'Getting the reviews',
  error: 'The reviews could not be loaded.',
  again: 'Try again',
  trying: 'Trying again',
  noneYet: 'No reviews here yet',
  noneText: 'Customers review their visits. Once we have let one through, you can read it here.',
  stars_one: '{{count}} star',
  stars_other: '{{count}} stars',
  by: '{{name}}, {{job}}, {{month}}',
  jobs: {
    regular: 'regular cleaning',
    'one-time': 'one-time clean',
    'spring-cleaning': 'spring cleaning',
    'moving-in-out': 'moving in or out',
  },
  book: 'Book a clean',
} as const;
