import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';

/** The glyph outlines of a line, in font units from the left end of its baseline, upwards. */
export interface Outlines {
  readonly unitsPerEm: number;
  readonly width: number;
  /** `path` in SVG path syntax. */
  readonly glyphs: readonly { readonly path: string; readonly x: number; readonly y: number }[];
}

export interface OutlineFont {
  readonly font: Font;
  readonly unitsPerEm: number;
}

/** @param font TrueType */
export function openOutlineFont(font: Uint8Array): OutlineFont {
  const face = new Face(new Blob(Uint8Array.from(font)));
  return { font: new Font(face), unitsPerEm: face.upem };
}

/**
 * Shapes text with HarfBuzz, for scripts that pdfkit cannot shape: its shaper does not reorder Burmese
 * vowels.
 * @throws if the font lacks a letter
 */
export function outlinesOf({ font, unitsPerEm }: OutlineFont, text: string): Outlines {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let width = 0;
  const glyphs = buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => {
    if (glyph === 0) throw new Error('The font lacks a letter.');
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const x = width + xOffset;
    width += xAdvance;
    return { path: font.glyphToPath(glyph), x, y: yOffset };
  });
  return { unitsPerEm, width, glyphs };
}
