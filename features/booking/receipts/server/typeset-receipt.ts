import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { brandName } from '#features/catalogue/settings/rules/brand-name.ts';
import type { Receipt } from '../rules/receipt.ts';
import { isWritable, type Run, textRuns, UNKNOWN, wrapText } from '../rules/text-runs.ts';
import { amountText } from '../rules/texts.ts';
import { type OutlineFont, type Outlines, openOutlineFont, outlinesOf } from './outlines.ts';
import { cutFace, facesFor, type LoadedFace, type Weight } from './receipt-fonts.ts';
import { visualRuns } from './visual-order.ts';

/* A4 in points (1/72 inch). */
const LEFT = 56;
const RIGHT = 539;
const TOP = 56;
const BOTTOM = 770;
const AMOUNT_WIDTH = 110;
const LINE = 1.4;
const INK = '#0F2D27';
const RULE = '#A6D9C6';
/** Tabular figures, so that amounts align. */
const FIGURES: PDFKit.Mixins.TextOptions = { features: ['tnum'] };

interface Style {
  readonly size: number;
  readonly weight: Weight;
}
const NAME: Style = { size: 17, weight: 600 };
const TITLE: Style = { size: 17, weight: 400 };
const STRONG: Style = { size: 10, weight: 600 };
const PLAIN: Style = { size: 10, weight: 400 };
const SMALL: Style = { size: 8.5, weight: 400 };

type Document = InstanceType<typeof PDFDocument>;
type Faces = readonly LoadedFace[];

/** Fonts of the scripts that are rendered as outlines, by typeface and weight. */
type OutlineFonts = ReadonlyMap<string, OutlineFont>;

/** The page being typeset; content is added at `y`, downwards. */
interface Sheet {
  readonly doc: Document;
  readonly outlineFonts: OutlineFonts;
  readonly faces: Faces;
  /** Cache of text widths in points: measuring a line takes as long as writing it. */
  readonly widths: Map<string, number>;
  y: number;
}

/** Typesets a receipt as a PDF: A4, embedded fonts, selectable text. */
export async function typesetReceipt(
  receipt: Receipt,
  logo: Uint8Array | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const title = `${receipt.title} ${receipt.number}, ${receipt.from.name}`;
  const name = brandName(receipt.from.name);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-SG',
    displayTitle: true,
    bufferPages: true,
    // Null disables the default Helvetica, since we embed our own fonts. The types allow strings only.
    font: null as unknown as string,
    info: { Title: title, Author: receipt.from.name, Creator: name, Producer: name },
  });
  const text = textOf(receipt);
  const faces = await facesFor(text.normalize('NFC'));
  const outlineFonts = await embedFaces(doc, faces, text);
  const sheet: Sheet = { doc, outlineFonts, faces, widths: new Map(), y: TOP };
  drawHead(sheet, receipt, logo);
  for (const group of receipt.groups) drawGroup(sheet, group);
  drawTotals(sheet, receipt);
  if (receipt.toPay) drawToPay(sheet, receipt.toPay);
  numberPages(sheet, title);
  return bytesOf(doc);
}

/** Whether a name can be typeset without replacement characters. */
export async function canWrite(name: string): Promise<boolean> {
  const faces = await facesFor(name.normalize('NFC'));
  if (!isWritable(name, faces)) return false;
  const doc = new PDFDocument({ font: null as unknown as string });
  const outlineFonts = await embedFaces(doc, faces, name);
  return visualRuns(name, faces).every((run) => canShape({ doc, outlineFonts }, run, PLAIN.weight));
}

/** All characters that the receipt may use, in no particular order. */
function textOf(receipt: Receipt): string {
  const fixed = 'S$0123456789,.−? Page of';
  return JSON.stringify(receipt) + fixed;
}

/**
 * Embeds the fonts that this receipt uses. Returns the fonts of scripts that are rendered as outlines
 * instead.
 */
async function embedFaces(doc: Document, faces: Faces, text: string): Promise<OutlineFonts> {
  const outlineFonts = new Map<string, OutlineFont>();
  const letters = new Map<string, string>();
  for (const run of textRuns(text, faces)) letters.set(run.face, (letters.get(run.face) ?? '') + run.text);
  for (const face of faces) {
    const used = letters.get(face.name);
    if (used === undefined) continue;
    for (const weight of [400, 600] as const) {
      const font = await cutFace(face, weight, used);
      if (face.of.isOutlined) outlineFonts.set(`${face.name} ${weight}`, openOutlineFont(font));
      else doc.registerFont(`${face.name} ${weight}`, font);
    }
  }
  return outlineFonts;
}

/** fontkit throws on some sequences of Arabic vowel signs, HarfBuzz (outlines.ts) on a missing letter. */
function canShape(sheet: Pen, run: Run, weight: Weight): boolean {
  try {
    widthOfRun(sheet, run, { size: PLAIN.size, weight });
    return true;
  } catch {
    return false; // the caller writes a question mark instead
  }
}

/** The runs of a line from left to right; a question mark replaces a run that cannot be shaped. */
function runsOf(sheet: Sheet, text: string, { weight }: Style): Run[] {
  const [unknown] = textRuns(UNKNOWN, sheet.faces);
  return visualRuns(text, sheet.faces).map((run) =>
    unknown === undefined || canShape(sheet, run, weight) ? run : unknown,
  );
}

type Pen = Pick<Sheet, 'doc' | 'outlineFonts'>;

function widthOfRun(sheet: Pen, run: Run, { size, weight }: Style): number {
  const outlines = outlinesOfRun(sheet, run, weight);
  if (outlines !== null) return (outlines.width / outlines.unitsPerEm) * size;
  return sheet.doc.font(`${run.face} ${weight}`).fontSize(size).widthOfString(run.text, FIGURES);
}

/** Null for a script whose font is embedded. */
function outlinesOfRun({ outlineFonts }: Pen, { face, text }: Run, weight: Weight): Outlines | null {
  const font = outlineFonts.get(`${face} ${weight}`);
  return font === undefined ? null : outlinesOf(font, text);
}

function widthOf(sheet: Sheet, text: string, style: Style): number {
  const { widths } = sheet;
  const key = `${style.size} ${style.weight} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const width = runsOf(sheet, text, style).reduce((sum, run) => sum + widthOfRun(sheet, run, style), 0);
  widths.set(key, width);
  return width;
}

interface Position {
  readonly x: number;
  readonly y: number;
}

/** One line of text; all typefaces share its baseline. */
function write(sheet: Sheet, text: string, style: Style, { x, y }: Position): void {
  let at = x;
  for (const run of runsOf(sheet, text, style)) {
    writeRun(sheet, run, style, { x: at, y: y + style.size });
    at += widthOfRun(sheet, run, style);
  }
}

/** `y` is the baseline. */
function writeRun(sheet: Sheet, run: Run, { size, weight }: Style, { x, y }: Position): void {
  const { doc } = sheet;
  const outlines = outlinesOfRun(sheet, run, weight);
  if (outlines === null) {
    doc.font(`${run.face} ${weight}`).fontSize(size).fillColor(INK);
    doc.text(run.text, x, y, { ...FIGURES, lineBreak: false, baseline: 'alphabetic' });
    return;
  }
  doc.markContent('Span', { actual: run.text });
  drawOutlines(doc, outlines, size, { x, y });
  doc.endMarkedContent();
}

function drawOutlines(
  doc: Document,
  { glyphs, unitsPerEm }: Outlines,
  size: number,
  { x, y }: Position,
): void {
  const scale = size / unitsPerEm;
  for (const glyph of glyphs) {
    if (glyph.path === '') continue;
    doc
      .save()
      .translate(x + glyph.x * scale, y - glyph.y * scale)
      .scale(scale, -scale);
    doc.path(glyph.path).fill(INK).restore();
  }
}

function writeRight(sheet: Sheet, text: string, style: Style, y: number): void {
  write(sheet, text, style, { x: RIGHT - widthOf(sheet, text, style), y });
}

interface Column {
  readonly x: number;
  readonly width: number;
}

/** Writes wrapped text from `y` down; returns the `y` of the next line. */
function writeWrapped(sheet: Sheet, text: string, style: Style, at: Column & Position): number {
  let { y } = at;
  for (const line of wrapText(text, at.width, (part) => widthOf(sheet, part, style))) {
    write(sheet, line, style, { x: at.x, y });
    y += style.size * LINE;
  }
  return y;
}

/** Points. */
const LOGO = { width: 200, height: 44 };

function drawHead(sheet: Sheet, receipt: Receipt, logo: Uint8Array | null): void {
  const top = logo === null ? TOP : TOP + LOGO.height + 14;
  if (logo !== null)
    sheet.doc.image(Buffer.from(logo), LEFT, TOP, { fit: [LOGO.width, LOGO.height], valign: 'center' });
  const half = (RIGHT - LEFT) / 2 - 12;
  const right = LEFT + half + 24;
  const named = writeWrapped(sheet, receipt.from.name, NAME, { x: LEFT, y: top, width: half + 60 });
  writeRight(sheet, receipt.title, TITLE, top);
  const ruled = named + 8;
  rule(sheet, ruled, receipt.look?.rule);
  const under = ruled + 14;
  const from = writeParty(sheet, receipt.from.lines, { x: LEFT, y: under, width: half });
  const facts = writeFacts(sheet, receipt.facts, { x: right, y: under, width: half });
  let y = Math.max(from, facts) + 18;
  if (receipt.to.name !== '') {
    y = writeWrapped(sheet, receipt.to.name, STRONG, { x: LEFT, y, width: RIGHT - LEFT });
    y = writeParty(sheet, receipt.to.lines, { x: LEFT, y, width: RIGHT - LEFT });
  }
  sheet.y = y + 22;
}

function writeParty(sheet: Sheet, lines: readonly string[], at: Column & Position): number {
  return lines.reduce((y, line) => writeWrapped(sheet, line, PLAIN, { ...at, y }), at.y);
}

function writeFacts(sheet: Sheet, facts: Receipt['facts'], at: Column & Position): number {
  return facts.reduce((y, [label, value]) => {
    write(sheet, label, PLAIN, { x: at.x, y });
    return writeWrapped(sheet, value, STRONG, { x: at.x + 95, y, width: at.width - 95 });
  }, at.y);
}

function drawGroup(sheet: Sheet, { heading, lines }: Receipt['groups'][number]): void {
  // Keeps a heading with its first line.
  makeRoom(sheet, 60);
  if (heading !== '') {
    const at = { x: LEFT, y: sheet.y, width: RIGHT - LEFT };
    sheet.y = writeWrapped(sheet, heading, STRONG, at) + 2;
  }
  for (const line of lines) drawLine(sheet, line, PLAIN);
  sheet.y += 10;
}

function drawLine(sheet: Sheet, { label, amount }: Receipt['totals'][number], style: Style): void {
  const width = RIGHT - LEFT - AMOUNT_WIDTH;
  const rows = wrapText(label, width, (part) => widthOf(sheet, part, style)).length;
  makeRoom(sheet, rows * style.size * LINE);
  // The label comes first, so that screen readers announce it before the amount.
  const { y } = sheet;
  sheet.y = writeWrapped(sheet, label, style, { x: LEFT, y, width }) + 2;
  writeRight(sheet, amountText(amount), style, y);
}

/** Keeps the totals together, so that the last page shows the grand total. */
function drawTotals(sheet: Sheet, { totals, look }: Receipt): void {
  makeRoom(sheet, totals.length * 20 + 10);
  rule(sheet, sheet.y, look?.rule);
  sheet.y += 10;
  for (const [index, line] of totals.entries()) {
    drawLine(sheet, line, index === totals.length - 1 ? STRONG : PLAIN);
  }
}

/** Points: the side of a QR code, printed large enough for the camera of a phone. */
const CODE = 110;

/** How to pay an invoice: the QR code beside the lines. */
function drawToPay(sheet: Sheet, { lines, code }: NonNullable<Receipt['toPay']>): void {
  makeRoom(sheet, CODE + 30);
  const y = sheet.y + 24;
  const x = code === null ? LEFT : LEFT + CODE + 16;
  if (code !== null) drawCode(sheet, code, { x: LEFT, y });
  const end = writeParty(sheet, lines, { x, y, width: RIGHT - x });
  sheet.y = Math.max(end, code === null ? 0 : y + CODE);
}

function drawCode({ doc }: Sheet, text: string, { x, y }: Position): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = CODE / size;
  for (const [row, modules] of data.entries())
    for (const [column, dark] of modules.entries())
      if (dark) doc.rect(x + column * side, y + row * side, side, side);
  doc.fill('#000');
}

function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height <= BOTTOM) return;
  sheet.doc.addPage();
  sheet.y = TOP;
}

function rule({ doc }: Sheet, y: number, colour = RULE): void {
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(colour).stroke();
}

/** Only if there is more than one page. */
function numberPages(sheet: Sheet, title: string): void {
  const { count } = sheet.doc.bufferedPageRange();
  if (count === 1) return;
  for (let page = 0; page < count; page += 1) {
    sheet.doc.switchToPage(page);
    writeWrapped(sheet, title, SMALL, { x: LEFT, y: BOTTOM + 22, width: RIGHT - LEFT - AMOUNT_WIDTH });
    writeRight(sheet, `Page ${page + 1} of ${count}`, SMALL, BOTTOM + 22);
  }
}

function bytesOf(doc: Document): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  doc.on('end', () => resolve(Uint8Array.from(Buffer.concat(parts))));
  doc.on('error', reject);
  doc.end();
  return promise;
}
