import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language, loadMessages } from '#languages/index.ts';
import { CHANNELS, type Channel, type TextOf, translatedText } from '#platform/kernel/message-kind.ts';
import { ENGLISH, type Translations } from '#platform/kernel/translate.ts';
import { whyNotSaved } from '../rules/placeholders.ts';
import { smsLength } from '../rules/sms-length.ts';
import { TEXTS } from './default-texts.ts';
import { EXAMPLES } from './examples.ts';
import { type DataOf, KIND_NAMES, type Kind, kindOf } from './kinds.ts';
import { type Sender, writeMessage } from './write-message.ts';

const sender: Sender = {
  ...ENGLISH,
  zone: 'Asia/Singapore',
  business: 'Kemas',
  phone: '6100 0000',
  email: 'hello@kemas.example',
  site: 'https://kemas.example',
  unsubscribeUrl: 'https://kemas.example/unsubscribe#token',
};
const TRANSLATIONS = new Map<Language, Translations>();
for (const language of LANGUAGES)
  TRANSLATIONS.set(language, { language, texts: await loadMessages(language) });

/** As the templates of a language are without changes by the office. */
function textOf(kind: Kind, channel: Channel, language: Language): TextOf | undefined {
  const translations = TRANSLATIONS.get(language) ?? ENGLISH;
  return language === 'en' ? TEXTS[kind][channel] : translatedText(translations, kind, channel);
}
const LINK = 'https://kemas.example/dashboard/bookings/01900000-0000-7000-8000-000000000001';

function write<K extends Kind>(
  kind: K,
  over: Partial<DataOf[K]> = {},
  language: Language = 'en',
  by?: Channel,
) {
  const channel = by ?? kindOf(kind).channels[0] ?? 'email';
  const text = textOf(kind, channel, language) ?? { subject: '', body: '' };
  return writeMessage(
    { kind, channel, text },
    { ...EXAMPLES[kind], ...over },
    { ...sender, ...TRANSLATIONS.get(language) },
  );
}

const all = KIND_NAMES.flatMap((kind) =>
  kindOf(kind).channels.flatMap((channel) => LANGUAGES.map((language) => ({ kind, channel, language }))),
);

/** They contain a URL, which is long. */
const WITH_LINK = [
  'change-reminder',
  'hold-ending',
  'offer-ended',
  'time-offered',
  'payment-request',
  'payment-due',
  'charge-declined',
  'series-question',
  'visit-uncovered',
];

describe('every default template', () => {
  test.each(all)('$kind by $channel in $language can be saved and leaves no placeholder open', (which) => {
    const text = textOf(which.kind, which.channel, which.language);
    expect(text && whyNotSaved(which.kind, which.channel, text)).toEqual([]);
    const written = write(which.kind, {}, which.language, which.channel);
    expect(written.subject + written.body).not.toMatch(/[{}]/);
    expect(written.subject === '').toBe(which.channel === 'sms');
  });

  test.each(all)('$kind by $channel in $language names the business, and not us', (which) => {
    const { kind, channel, language } = which;
    const text = textOf(kind, channel, language) ?? { subject: '', body: '' };
    const own = {
      ...sender,
      ...TRANSLATIONS.get(language),
      business: 'Sparkle Homes Pte. Ltd.',
      email: 'hello@sparkle.example',
      site: 'https://sparkle.example',
      unsubscribeUrl: 'https://sparkle.example/unsubscribe#token',
      look: { colour: '#6B3FA0', logo: 'https://sparkle.example/uploads/a/640.png', logoRatio: 4 },
    };
    const example = JSON.parse(JSON.stringify(EXAMPLES[kind]).replaceAll('kemas.example', 'sparkle.example'));
    const { subject, body, html = '' } = writeMessage({ kind, channel, text }, example, own);
    expect(subject + body + html).not.toMatch(/kemas/i);
    // If pictures are hidden, two lines of the name fit into the 44 px.
    if (channel === 'email')
      expect(html).toMatch(
        /<img[^>]+640\.png" width="176" height="44" alt="Sparkle Homes[^>]+font:700 15px\/22px/,
      );
  });

  test('exists for exactly the channels of its kind', () => {
    for (const kind of KIND_NAMES)
      for (const language of LANGUAGES)
        for (const channel of CHANNELS)
          expect([kind, language, channel, textOf(kind, channel, language) !== undefined]).toEqual([
            kind,
            language,
            channel,
            kindOf(kind).channels.includes(channel),
          ]);
  });
});

describe('messages to customers', () => {
  test('one visit', () => {
    expect(write('visit-booked')).toMatchObject({
      subject: 'Booked: Sat 28 Nov, 9:00 am to 12:00 pm',
      body: `Hello Wei Ling,

Your clean is booked.

Sat 28 Nov, 9:00 am to 12:00 pm: One-time clean, with Aminah and Siti
At Blk 145 Lor 2 Toa Payoh, #08-112, Singapore 310145
Paid: S$90.00
Please have ready: Cloths, mop, vacuum and detergents

You can move or cancel free of charge up to 24 hours before the visit. If you cancel later than that, we keep half the price.

${LINK}

See you on Sat 28 Nov.`,
    });
  });

  test('one visit in Chinese', () => {
    expect(write('visit-booked', {}, 'zh').body).toBe(`Wei Ling，您好：

您的清洁服务已预约成功。

11月28日周六 上午9:00至下午12:00：单次清洁，清洁员：Aminah和Siti
地址：Blk 145 Lor 2 Toa Payoh, #08-112, Singapore 310145
已付：S$90.00
请准备：抹布、拖把、吸尘器和清洁剂

服务开始前24小时以上可以免费改期或取消。之后取消，我们会收取一半费用。

${LINK}

11月28日周六见。`);
  });

  test('a series: all dates in one e-mail', () => {
    const [first] = EXAMPLES['visit-booked'].visits;
    const next = {
      ...first,
      startsAt: '2026-12-05T09:00:00+08:00',
      endsAt: '2026-12-05T12:00:00+08:00',
      crew: [],
    };
    const { subject, body } = write('visit-booked', { visits: [first, next], paid: 18_000 });
    expect(subject).toBe('Booked: 2 cleans from Sat 28 Nov');
    expect(body).toContain('Your 2 cleans are booked.');
    expect(body).toContain('\nSat 5 Dec, 9:00 am to 12:00 pm: One-time clean\n');
    expect(body).toContain('24 hours before each visit.');
    expect(body).toContain('See you on Sat 28 Nov.');
  });

  test('says that we bring the supplies', () => {
    const body = (language: Language) => write('visit-booked', { weBring: true }, language).body;
    expect(body('en')).toContain('Paid: S$90.00\nWe bring cloths, mop, vacuum and detergents.\n');
    expect(body('en')).not.toContain('Please have ready');
    expect(body('zh')).toContain('抹布、拖把、吸尘器和清洁剂由我们带来。');
  });

  test('says what to provide, in Chinese if it is translated', () => {
    expect(write('visit-booked', { prepareZh: '' }, 'zh').body).toContain('请准备：Cloths');
    expect(write('visit-booked', { prepare: '' }).body).toContain('Please have ready: cloths, mop');
  });

  test.each([
    ['a different fee', { lateFeePercent: 30 }, 'we keep 30% of the price.'],
    ['the whole price', { lateFeePercent: 100 }, 'we keep the whole price.'],
    ['an hour', { freeHours: 1 }, 'up to 1 hour before the visit.'],
    ['until it starts', { freeHours: 0 }, 'free of charge until the visit starts.'],
    ['no fee', { lateFeePercent: 0 }, 'You can cancel free of charge at any time before the visit.'],
    ['nothing paid', { paid: 0 }, 'Nothing to pay.'],
  ])('%s', (_why, more, expected) => {
    expect(write('visit-booked', more).body).toContain(expected);
  });

  test('a moved visit', () => {
    expect(write('visit-moved')).toMatchObject({
      subject: 'Moved: Sat 28 Nov, 9:00 am to 12:00 pm',
      body: `Hello Wei Ling,

Your clean has moved. The new time is Sat 28 Nov, 9:00 am to 12:00 pm, with Aminah and Siti.

${LINK}`,
    });
  });

  test('a cancelled visit, without money if there was none', () => {
    const sums = { fee: 0, refund: 0, creditsReturned: 0, creditsForfeited: 0, byCompany: true };
    expect(write('visit-cancelled', sums).body).toBe(
      'Hello Wei Ling,\n\nWe are sorry: we have had to cancel your clean on Sat 28 Nov, 9:00 am to 12:00 pm.\n\nShall we come another day?\n\nhttps://kemas.example/one-time/new?again=01900000-0000-7000-8000-000000000001',
    );
    expect(write('visit-cancelled', sums).html).toContain('>Book again</a>');
    expect(write('series-cancelled', sums).body).toContain('/one-time/new?again=');
  });

  test('times are in business time', () => {
    const text = TEXTS['visit-moved'].email ?? { subject: '', body: '' };
    const which = { kind: 'visit-moved', channel: 'email', text } as const;
    const written = writeMessage(which, EXAMPLES['visit-moved'], { ...sender, zone: 'Europe/London' });
    expect(written.subject).toBe('Moved: Sat 28 Nov, 1:00 am to 4:00 am');
  });

  test('only messages that are not about a booking can be unsubscribed from', () => {
    const unsubscribable = KIND_NAMES.filter((kind) => write(kind).body.includes('unsubscribe#token'));
    expect(unsubscribable).toEqual(['visit-done', 'series-ending']);
    expect(write('visit-done').html).toContain('href="https://kemas.example/unsubscribe#token"');
  });
});

describe('user input', () => {
  const evil = '<script>alert(1)</script>"\'&{link}';
  test('is escaped in an e-mail, and placeholders in it are not replaced', () => {
    const { html = '', body } = write('office-answer', { answer: evil });
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;{link}');
    expect(body).toContain(evil);
  });

  test('user input cannot add headers to an e-mail', () => {
    const text = { subject: 'Hello {firstname}', body: '{answer}' };
    const which = { kind: 'office-answer', channel: 'email', text } as const;
    const data = { ...EXAMPLES['office-answer'], firstname: 'Mei\r\nBcc: all@example.com' };
    expect(writeMessage(which, data, sender).subject).toBe('Hello Mei Bcc: all@example.com');
  });

  test('becomes a button only if it is one of our URLs on its own line', () => {
    expect(write('office-answer').html).toContain(`<a href="${LINK}"`);
    expect(write('office-answer', { answer: 'https://evil.example/x' }).html).not.toContain(
      'href="https://evil',
    );
  });
});

describe('an HTML mail', () => {
  test('of a gift has its hours as tiles, the message set off, and a button to claim it', () => {
    const { html = '' } = write('gift-received', { message: 'Happy <new> home!' });
    expect(html.match(/background:#CFEBDF/g)).toHaveLength(2);
    expect(html).toMatch(/<blockquote[^>]*>Happy &lt;new&gt; home!<\/blockquote>/);
    expect(html).toMatch(/<a href="https:\/\/kemas\.example[^"]*"[^>]*>Claim your hours<\/a>/);
  });

  test('links its own addresses in the middle of a line, without the full stop', () => {
    const text = {
      subject: 'x',
      body: 'Hello,\n\nSee {link}. Or https://elsewhere.example/a?b=1&c=2.',
    };
    const { html = '' } = writeMessage(
      { kind: 'visit-moved', channel: 'email', text },
      EXAMPLES['visit-moved'],
      sender,
    );
    expect(html).toContain(`href="${LINK}"`);
    expect(html).toContain(`${LINK}</a>. Or https://elsewhere.example/a?b=1&amp;c=2.`);
    expect(html).not.toContain('href="https://elsewhere');
  });

  test.each(all.filter(({ channel }) => channel === 'email'))(
    'every address of $kind in $language is a link',
    ({ kind, language }) => {
      const { html = '' } = write(kind, {}, language, 'email');
      const shown = html
        .replace(/<a [^>]*>.*?<\/a>/gs, '')
        .replace(/<div style="display:none.*?<\/div>/s, '');
      expect(shown).not.toContain('https://kemas.example/');
    },
  );
});

describe('an SMS with a link', () => {
  test.each(all.filter(({ channel, kind }) => channel === 'sms' && WITH_LINK.includes(kind)))(
    '$kind in $language names the business',
    ({ kind, language }) => {
      expect(write(kind, {}, language, 'sms').body).toContain('Kemas');
    },
  );
});

describe('messages to cleaners', () => {
  test.each([
    ['crew-new', 'New visit: Sat 28 Nov, 9:00 am to 12:00 pm, Singapore 310145. See the app for details.'],
    [
      'crew-moved',
      'Your visit has changed. Now: Sat 28 Nov, 9:00 am to 12:00 pm, Singapore 310145. See the app for details.',
    ],
    [
      'crew-released',
      "You're no longer on this visit: Sat 28 Nov, 9:00 am to 12:00 pm, Singapore 310145. No need to come.",
    ],
  ] as const)('%s: no name and no door', (kind, expected) => {
    expect(write(kind).body).toBe(expected);
  });
});

test.each(all.filter(({ channel, kind }) => channel === 'sms' && !WITH_LINK.includes(kind)))(
  '$kind in $language fits in one SMS',
  ({ kind, language }) => {
    expect(smsLength(write(kind, {}, language, 'sms').body).parts).toBe(1);
  },
);

describe("the company's look", () => {
  const styled = (look: Sender['look']) => {
    const text = TEXTS['visit-booked'].email ?? { subject: '', body: '' };
    const { html = '' } = writeMessage(
      { kind: 'visit-booked', channel: 'email', text },
      EXAMPLES['visit-booked'],
      { ...sender, look },
    );
    return html;
  };

  test('changes nothing by default', () => {
    expect(styled({ colour: '', logo: '', logoRatio: 1 })).toBe(styled(undefined));
    expect(styled(undefined)).toContain('#0B6B57');
  });

  test('colours the button, with text that can be read on it', () => {
    expect(styled({ colour: '#6B3FA0', logo: '', logoRatio: 1 })).toMatch(/bgcolor="#6b3fa0".*color:#ffffff/);
    expect(styled({ colour: '#FFD600', logo: '', logoRatio: 1 })).toMatch(
      /bgcolor="#\w{6}".*color:#\w{6};text-decoration:none/,
    );
    expect(styled({ colour: '#6B3FA0', logo: '', logoRatio: 1 })).not.toMatch(
      /#0B6B57|#F1F6EE|#0D211D|undefined/i,
    );
  });

  test('a wide logo stays within the mail', () => {
    expect(styled({ colour: '', logo: 'https://a.example/l.png', logoRatio: 10 })).toContain(
      'width="240" height="24"',
    );
  });
});
