/** Around every list of which more comes by a press. */
export const en = {
  tryAgain: 'Try again',
  trying: 'Trying again',
  more: 'Show more',
  gettingMore: 'Loading more',
} as const;
