import { about, type Language } from '#languages/index.ts';
import { paletteOf } from '#platform/kernel/palette.ts';

/** The plain text of an e-mail and the data of its layout. */
export interface MailToRender {
  readonly language: Language;
  readonly subject: string;
  readonly body: string;
  readonly business: string;
  readonly phone: string;
  readonly email: string;
  /** The label of the button that replaces a line with a URL. */
  readonly button: string;
  /** The site's origin: only its own URLs become buttons. */
  readonly site: string;
  /** Hours that are drawn as tiles above the text: a gift. */
  readonly tiles?: number;
  readonly unsubscribe?: { readonly url: string; readonly words: string };
  /** Undefined for the default. */
  readonly look?: MailLook | undefined;
}

/** What the company's look changes in a mail. */
export interface MailLook {
  /** `#6B3FA0`; '' for the default. */
  readonly colour: string;
  /** The address of the logo, with the site; '' for the name in words. */
  readonly logo: string;
  /** Width by height. */
  readonly logoRatio: number;
}

/** The default colours: those of platform/web/design/tokens.json, adapted to mail programs. */
const DEFAULT_COLOURS = {
  page: '#F1F6EE',
  card: '#FFFFFF',
  ink: '#16322B',
  soft: '#4C645A',
  act: '#0B6B57',
  actInk: '#FFFFFF',
  link: '#0B6B57',
  line: '#F4C95D',
  tile: '#CFEBDF',
  dark: { page: '#0D211D', card: '#15302A', ink: '#E6F0EA', soft: '#A9C2B6' },
};
type Colours = typeof DEFAULT_COLOURS;

/** Clients that invert colours keep their contrast. */
function coloursOf(look: MailLook | undefined): Colours {
  if (look === undefined || look.colour === '') return DEFAULT_COLOURS;
  const { light, dark } = paletteOf(look.colour);
  return {
    page: light.bg,
    card: light.surface,
    ink: light.ink,
    soft: light['ink-2'],
    act: light.act,
    actInk: light['act-ink'],
    link: light['act-text'],
    line: light.act,
    tile: light['brand-bg'],
    dark: { page: dark.bg, card: dark.surface, ink: dark.ink, soft: dark['ink-2'] },
  };
}

const FONT =
  "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei',sans-serif";
const WIDTH = 600;

const darkOf = ({ dark }: Colours) =>
  `@media (prefers-color-scheme:dark){.page{background:${dark.page}!important}.card{background:${dark.card}!important}
.ink{color:${dark.ink}!important}.soft{color:${dark.soft}!important}.plate{background:#FFFFFF!important}}
@media (max-width:620px){.card{padding:24px 20px!important}}`;

/** px. */
const LOGO = { height: 44, widest: 240 };

/** The logo, or the name in words. Mail programs that hide pictures show the name. */
function drawHead({ business, look }: MailToRender, colours: Colours): string {
  const words = escapeHtml(business);
  if (look === undefined || look.logo === '') return words;
  const height = Math.round(Math.min(LOGO.height, LOGO.widest / look.logoRatio));
  const width = Math.round(height * look.logoRatio);
  // Two lines of the name fit where the picture would be.
  const line = Math.floor(height / 2);
  const size = Math.round(line * 0.7);
  return `<img class="plate" src="${escapeHtml(look.logo)}" width="${width}" height="${height}" alt="${words}" style="display:block;border:0;border-radius:4px;font:700 ${size}px/${line}px ${FONT};color:${colours.link};">`;
}

/**
 * The HTML layout of all e-mails: a table of 600 px with inline styles, as the major clients require. The
 * only place where user input is escaped.
 */
export function renderMail(mail: MailToRender): string {
  const { language, subject } = mail;
  const colours = coloursOf(mail.look);
  const blocks = mail.body.split(/\n{2,}/).map((block) => drawBlock(block, mail, colours));
  return `<!doctype html>
<html lang="${about(language).locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkOf(colours)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colours.page};">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escapeHtml(preheaderOf(mail.body))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${colours.page};">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:${WIDTH}px;">
<tr><td style="padding:0 4px 12px;border-bottom:4px solid ${colours.line};font:700 22px/28px ${FONT};color:${colours.link};" class="ink">${drawHead(mail, colours)}</td></tr>
<tr><td class="card" style="background:${colours.card};padding:32px;">
${drawTiles(mail.tiles ?? 0, colours)}${blocks.join('\n')}
</td></tr>
<tr><td class="soft" style="padding:16px 4px;font:400 13px/20px ${FONT};color:${colours.soft};">${drawFoot(mail, colours)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/** The preview text in the inbox: the first line that is not the greeting. */
function preheaderOf(body: string): string {
  const [, first = body] = body.split(/\n{2,}/);
  return (first.split('\n')[0] ?? '').slice(0, 120);
}

function drawBlock(block: string, mail: MailToRender, colours: Colours): string {
  const isLink = !/\s/.test(block) && mail.site !== '' && block.startsWith(`${mail.site}/`);
  if (isLink) return drawButton(block, mail.button, colours);
  const lines = block.split('\n');
  const isQuoted = (line: string) => line.startsWith('> ');
  const plain = lines.filter((line) => !isQuoted(line));
  const quoted = lines.filter(isQuoted).map((line) => line.slice(2));
  return [
    plain.length > 0 &&
      `<p class="ink" style="margin:0 0 16px;font:400 16px/25px ${FONT};color:${colours.ink};">${drawLines(plain, mail, colours)}</p>`,
    quoted.length > 0 &&
      `<blockquote class="ink" style="margin:0 0 20px;padding:4px 0 4px 16px;border-left:4px solid ${colours.line};font:400 20px/30px ${FONT};color:${colours.ink};">${drawLines(quoted, mail, colours)}</blockquote>`,
  ]
    .filter((part) => part !== false)
    .join('\n');
}

/** Lines of text in which the site's own addresses are links. */
function drawLines(lines: readonly string[], { site }: MailToRender, colours: Colours): string {
  return lines.map((line) => line.split(URLS).map(drawPart).join('')).join('<br>');

  function drawPart(part: string): string {
    if (site === '' || !part.startsWith(`${site}/`)) return escapeHtml(part);
    return `<a class="ink" href="${escapeHtml(part)}" style="color:${colours.link};word-break:break-all;">${escapeHtml(part)}</a>`;
  }
}

/** Splits text at addresses and keeps them; a full stop or comma behind one does not belong to it. */
const URLS = /(https?:\/\/[^\s<>"'，。；：）)]*[^\s<>"'，。；：）).,;:!?])/;

/** A table cell with a background: Outlook does not render a link as a button. */
function drawButton(url: string, words: string, colours: Colours): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;"><tr><td bgcolor="${colours.act}" style="background:${colours.act};border-radius:12px;"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;font:700 16px/20px ${FONT};color:${colours.actInk};text-decoration:none;">${escapeHtml(words)}</a></td></tr></table>`;
}

const TILES_IN_A_ROW = 6;
const MAX_TILES = 12;
/** The brand's tile, four petals around a centre: a rounded corner per petal. Table cells, because clients block images. */
const PETALS = ['100% 0 100% 0', '0 100% 0 100%', '0 100% 0 100%', '100% 0 100% 0'];

/** One tile is one hour. More than fit are not drawn; the text has the number. */
function drawTiles(hours: number, colours: Colours): string {
  const count = Math.min(Math.ceil(hours), MAX_TILES);
  if (count === 0) return '';
  const rows = Array.from({ length: Math.ceil(count / TILES_IN_A_ROW) }, (_, row) =>
    Math.min(TILES_IN_A_ROW, count - row * TILES_IN_A_ROW),
  );
  const petal = (corners = '') =>
    `<td width="24" height="24" style="width:24px;height:24px;background:${colours.act};border-radius:${corners};font-size:0;line-height:0;">&nbsp;</td>`;
  const tile = `<td style="padding:0 6px 6px 0;"><table role="presentation" cellpadding="0" cellspacing="0" border="0" style="background:${colours.tile};"><tr>${petal(PETALS[0])}${petal(PETALS[1])}</tr><tr>${petal(PETALS[2])}${petal(PETALS[3])}</tr></table></td>`;
  const table = rows.map((tiles) => `<tr>${tile.repeat(tiles)}</tr>`).join('');
  return `<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;">${table}</table>\n`;
}

function drawFoot({ business, phone, email, unsubscribe }: MailToRender, colours: Colours): string {
  const reach = [business, phone, email].filter((word) => word !== '').map(escapeHtml);
  const out =
    unsubscribe === undefined
      ? ''
      : `<br><a class="soft" href="${escapeHtml(unsubscribe.url)}" style="color:${colours.soft};text-decoration:underline;">${escapeHtml(unsubscribe.words)}</a>`;
  return `${reach.join(' · ')}${out}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);
}
