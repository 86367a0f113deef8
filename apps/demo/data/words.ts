/** Texts by people: reviews by stars, requests to the cleaner, remarks of the crew, reasons for days off. */

/** `{name}` is the first cleaner of the crew. */
export const openings: Readonly<Record<number, readonly string[]>> = {
  5: [
    '{name} did a wonderful job.',
    'Very happy with {name}.',
    'Spotless, as always.',
    '{name} is punctual and careful.',
    'Came home to a fresh flat.',
    'Best clean we have had so far.',
    '{name} knows our home by now and it shows.',
    'Quick, quiet and thorough.',
    'On time to the minute.',
    'My mother is hard to please and she is pleased.',
    '打扫得很干净，谢谢{name}。',
    'The kids noticed before I did: everything shines.',
    '{name} is friendly and gets on with it.',
    'Easy to book and the result is great.',
  ],
  4: [
    'Good work by {name}.',
    'Neat and tidy.',
    'Nicely done.',
    'Solid clean, fair price.',
    '{name} was polite and worked steadily.',
    'All in all very satisfied.',
    '很满意，下次再约。',
    'Did what was asked.',
  ],
  3: ['It was all right.', 'Mixed feelings this time.', 'Good in parts.'],
  2: ['Not our best visit.', 'Expected more this time.'],
};
export const details: Readonly<Record<number, readonly string[]>> = {
  5: [
    'The hob looks new.',
    'The shower glass has no spots left.',
    'Even the fan blades were dusted.',
    'Our cat was not bothered at all.',
    'Beds made like in a hotel.',
    'She left a note about the leaking tap, very thoughtful.',
    'The floor trap does not smell any more.',
    'Window grilles wiped without my asking.',
    'Will book again before the in-laws come.',
    'The kitchen is a joy.',
    'No need to chase for anything.',
    '',
    '',
    '',
  ],
  4: [
    'The bathroom could get a bit more time.',
    'A few spots on the mirror, the rest is perfect.',
    'Ten minutes late because of rain, but stayed longer.',
    'Please bring the long duster next time.',
    'Behind the sofa was forgotten.',
    '',
    '',
  ],
  3: [
    'The toilet was clean but the floor was still wet when we came home.',
    'Arrived half an hour late, the cleaning itself was fine.',
    'The stove needed a second wipe.',
  ],
  2: [
    'Two rooms were not mopped. The office offered to come again, which is fair.',
    'We had to redo the kitchen counters.',
  ],
};

export const requests = [
  '',
  '',
  '',
  '',
  'Please use the blue cloths for the kitchen only.',
  'The baby naps from 2 pm, so please do the bedroom before that.',
  'Kindly take off shoes at the door.',
  'The balcony door is stiff, pull and lift.',
  'Please do not move the papers on the study desk.',
  'Extra attention to the hob, we fry a lot.',
  'Keys are with the security post at Lobby B.',
] as const;

export const remarks = [
  'Vacuum bag is nearly full.',
  'Kitchen tap drips a little.',
  'Floor cleaner is finished, please top up.',
  'Balcony was locked, so it was left out.',
] as const;

export const daysOff = ['Annual leave', 'Medical appointment', 'Family visit', 'Training day'] as const;
