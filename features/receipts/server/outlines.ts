import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';

/** A line of glyphs, in the font's own units from the left end of its base line, upwards. */
export interface Outlines {
  readonly unitsPerEm: number;
  readonly width: number;
  /** `path` as in SVG. */
  readonly glyphs: readonly { readonly path: string; readonly x: number; readonly y: number }[];
}

/**
 * Shapes text with HarfBuzz, for scripts that pdfkit cannot: its shaper leaves the vowels of Burmese where they are typed.
 * `font` is TrueType.
 */
export function outlinesOf(font: Uint8Array<ArrayBuffer>, text: string): Outlines {
  const face = new Face(new Blob(font));
  const shaper = new Font(face);
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(shaper, buffer);
  const positions = buffer.getGlyphPositions();
  let width = 0;
  const glyphs = buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const x = width + xOffset;
    width += xAdvance;
    return { path: shaper.glyphToPath(glyph), x, y: yOffset };
  });
  return { unitsPerEm: face.upem, width, glyphs };
}
