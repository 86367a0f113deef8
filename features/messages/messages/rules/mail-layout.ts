import type { Language } from '#platform/kernel/message-kind.ts';

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
  readonly unsubscribe?: { readonly url: string; readonly words: string };
}

/** The brand's colours, as in platform/web/design/tokens.json. Clients that invert colours keep their contrast. */
const COLOURS = {
  page: '#F1F6EE',
  card: '#FFFFFF',
  ink: '#16322B',
  soft: '#4C645A',
  act: '#0B6B57',
  sun: '#F4C95D',
};
const FONT =
  "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei',sans-serif";
const WIDTH = 600;

const DARK = `@media (prefers-color-scheme:dark){.page{background:#0D211D!important}.card{background:#15302A!important}
.ink{color:#E6F0EA!important}.soft{color:#A9C2B6!important}}
@media (max-width:620px){.card{padding:24px 20px!important}}`;

/**
 * The HTML layout of all e-mails: a table of 600 px with inline styles, as the major clients require. The
 * only place where user input is escaped.
 */
export function renderMail(mail: MailToRender): string {
  const { language, subject, business } = mail;
  const blocks = mail.body.split(/\n{2,}/).map((block) => drawBlock(block, mail));
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${COLOURS.page};">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escapeHtml(preheaderOf(mail.body))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${COLOURS.page};">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:${WIDTH}px;">
<tr><td style="padding:0 4px 12px;border-bottom:4px solid ${COLOURS.sun};font:700 22px/28px ${FONT};color:${COLOURS.act};" class="ink">${escapeHtml(business)}</td></tr>
<tr><td class="card" style="background:${COLOURS.card};padding:32px;">
${blocks.join('\n')}
</td></tr>
<tr><td class="soft" style="padding:16px 4px;font:400 13px/20px ${FONT};color:${COLOURS.soft};">${drawFoot(mail)}</td></tr>
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

function drawBlock(block: string, mail: MailToRender): string {
  const isLink = !/\s/.test(block) && mail.site !== '' && block.startsWith(`${mail.site}/`);
  if (isLink) return drawButton(block, mail.button);
  const lines = block.split('\n').map(escapeHtml).join('<br>');
  return `<p class="ink" style="margin:0 0 16px;font:400 16px/25px ${FONT};color:${COLOURS.ink};">${lines}</p>`;
}

/** A table cell with a background: Outlook does not render a link as a button. */
function drawButton(url: string, words: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;"><tr><td bgcolor="${COLOURS.act}" style="background:${COLOURS.act};border-radius:12px;"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;font:700 16px/20px ${FONT};color:#FFFFFF;text-decoration:none;">${escapeHtml(words)}</a></td></tr></table>`;
}

function drawFoot({ business, phone, email, unsubscribe }: MailToRender): string {
  const reach = [business, phone, email].filter((word) => word !== '').map(escapeHtml);
  const out =
    unsubscribe === undefined
      ? ''
      : `<br><a class="soft" href="${escapeHtml(unsubscribe.url)}" style="color:${COLOURS.soft};text-decoration:underline;">${escapeHtml(unsubscribe.words)}</a>`;
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
