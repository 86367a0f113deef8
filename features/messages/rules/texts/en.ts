import { mailText as email, smsText as sms, type Texts } from '#platform/kernel/message-kind.ts';
import type { Kind } from '../kinds.ts';
import { lowerTexts } from '../lower-kinds.ts';

/** What each message says unless the office has written it anew. */
export const en: Readonly<Record<Kind, Texts>> = {
  ...lowerTexts('en'),
  'visit-booked': email(
    'Booked: {when}',
    ...['Hello {firstname},', '', '{what}', '', '{visits}', 'At {address}', '{paid}', '{prepare}', ''],
    ...['{terms}', '', '{link}', '', 'See you on {day}.'],
  ),
  'visit-moved': email(
    'Moved: {time}',
    ...['Hello {firstname},', '', 'Your clean has moved. The new time is {time}{crew}.', '', '{link}'],
  ),
  'crew-changed': {
    ...email(
      'A different cleaner on {time}',
      ...['Hello {firstname},', '', 'There is a change for your clean on {time}: {who} will come.', ''],
      ...['The time stays the same.', '', '{link}'],
    ),
    ...sms('A change for your clean, {time}: {who} will come. {business}'),
  },
  'visit-cancelled': email('Cancelled: {time}', ...['Hello {firstname},', '', '{what}', '', '{back}']),
  'series-moved': email(
    'Moved: {when}',
    ...['Hello {firstname},', '', '{what}', '', '{visits}', '', '{link}'],
  ),
  'series-cancelled': email(
    'Cancelled: {when}',
    ...['Hello {firstname},', '', '{what}', '', '{visits}', '', '{back}'],
  ),
  'visit-reminder': {
    ...email(
      'Tomorrow: {time}',
      ...['Hello {firstname},', '', 'Your clean is on {time}{crew}.', 'At {address}', ''],
      ...['If something has come up, move or cancel it here:', '', '{link}'],
    ),
    ...sms('Reminder: your clean is on {time}{crew}. {business}'),
  },
  'on-the-way': sms('{cleaner} is on the way to your clean, {time}. {business}'),
  'visit-done': email(
    'How was your clean?',
    ...['Hello {firstname},', '', 'Your home is done. How was it? Two taps tell us and the crew.', ''],
    ...['{link}', '', 'If something is not right, answer this mail and we will make it good.'],
  ),
  'hold-ending': sms('Pay {amount} by {until} to confirm {when}. Until then we keep your time: {link}'),
  'payment-request': {
    ...email(
      'Please pay to confirm: {when}',
      ...['Hello {firstname},', '', 'We are keeping this time for you until {until}:', '', '{visits}'],
      ...['At {address}', '', 'Pay {amount} by then to confirm:', '', '{link}'],
    ),
    ...sms('We are keeping {when} for you until {until}. Pay {amount} to confirm: {link}'),
  },
  'payment-due': {
    ...email(
      'Please pay by {due}: {when}',
      ...['Hello {firstname},', '', 'These visits are booked:', '', '{visits}', ''],
      ...['Please pay {amount} by {due}:', '', '{link}'],
    ),
    ...sms('Please pay {amount} by {due} for {when}: {link}'),
  },
  'payment-received': email(
    'Payment received: {amount}',
    ...['Hello {firstname},', '', 'Thank you. We have received {amount} for:', '', '{visits}', ''],
    ...['Your receipt is with your booking:', '', '{link}'],
  ),
  'series-ending': email(
    'Your last booked clean is on {time}',
    ...['Hello {firstname},', '', 'After {time} nothing more is booked. Shall we keep coming?', ''],
    ...['{link}', '', 'We book nothing without your word.'],
  ),
  'office-answer': email(
    'About your clean on {time}',
    ...['Hello {firstname},', '', '{answer}', '', 'You can answer here:', '', '{link}'],
  ),
  'crew-new': sms('New visit: {time}, Singapore {postal}. See Kemas for details.'),
  'crew-moved': sms('Your visit has changed. Now: {time}, Singapore {postal}. See Kemas for details.'),
  'crew-released': sms("You're no longer on this visit: {time}, Singapore {postal}. No need to come."),
  'crew-series-new': sms('New: {many} from {day}, Singapore {postal}. See Kemas for details.'),
  'crew-series-moved': sms('Moved: {many}. New times from {day}, Singapore {postal}. See Kemas for details.'),
  'crew-series-released': sms("You're no longer on {many} from {day}, Singapore {postal}. No need to come."),
  'crew-reminder': sms('Reminder: {time}, Singapore {postal}. See Kemas for details.'),
};
