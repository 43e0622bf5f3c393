import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { emojiText, graphemes } from '@bindery/documents';
import { fontOfWoff } from './woff';

const files = {
  regular: 'DejaVuSans',
  bold: 'DejaVuSans-Bold',
  italic: 'DejaVuSans-Oblique',
  boldItalic: 'DejaVuSans-BoldOblique',
  mono: 'DejaVuSansMono',
} as const;
export type Face = keyof typeof files;

/** The path of the font of a face. */
const fileOf = (face: Face): string => require.resolve(`dejavu-fonts-ttf/ttf/${files[face]}.ttf`);

/** A text with the name of the font that has its characters. */
export interface Typeset {
  text: string;
  font: string;
}

/**
 * Fallback fonts for signs that a face lacks, in this order. The last has a sign for every character of the basic plane,
 * but joins none.
 */
const further = {
  devanagari: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
  emoji: '@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff',
  fallback: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
} as const;
type FallbackTypeface = keyof typeof further;
const fallback: FallbackTypeface = 'fallback';
const isFurther = (name: string): name is FallbackTypeface => Object.hasOwn(further, name);

/** The fallback fonts that may have a grapheme which a face lacks. */
function furtherFor(text: string): readonly FallbackTypeface[] {
  if (/\p{Script=Devanagari}/u.test(text)) return ['devanagari', fallback];
  return pictograph.test(text) ? ['emoji', fallback] : [fallback];
}

/** The characters of every font: Latin with its accents, and line breaks. */
const common = /^[\n\x20-\x7e\xa0-\u017f]*$/;
/** Characters without a sign of their own, which may be left out: variation selectors and joiners. */
const unseen = /^\p{Default_Ignorable_Code_Point}$/u;
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** The fonts that come with the service, of which a PDF gets the glyphs that it shows. */
export class Typefaces {
  private readonly opened = new Map<string, Font>();

  constructor(private readonly pdf: PDFKit.PDFDocument) {
    for (const face of Object.keys(files) as Face[]) pdf.registerFont(face, fileOf(face));
  }

  /** The text in parts, each in the font that has its characters. An emoji that no font has becomes its name, anything else `\ufffd`. */
  split(text: string, face: Face): Typeset[] {
    if (common.test(text)) return [{ text, font: face }];
    const parts: Typeset[] = [];
    for (const { segment } of graphemes.segment(text)) {
      const part = this.grapheme(segment, [face, ...furtherFor(segment)]);
      const last = parts.at(-1);
      // Spaces stay with the part before: every font has them.
      if (last && (last.font === part.font || /^ +$/.test(segment))) last.text += part.text;
      else parts.push(part);
    }
    return parts;
  }

  /** The grapheme in the first of the fonts that has it. */
  private grapheme(text: string, fonts: readonly [string, ...string[]]): Typeset {
    for (const font of fonts) {
      const shown = this.shownIn(text, font);
      if (shown !== undefined) return { text: shown, font };
    }
    return { text: pictograph.test(text) ? emojiText(text) : '\ufffd', font: fonts[0] };
  }

  /** The characters without invisible ones that the font lacks; undefined when it lacks another one. */
  private shownIn(text: string, name: string): string | undefined {
    const font = this.font(name);
    const characters = [...text].filter((one) => font.hasGlyphForCodePoint(one.codePointAt(0)!) || !unseen.test(one));
    const isWhole = characters.every((one) => one === '\n' || font.hasGlyphForCodePoint(one.codePointAt(0)!));
    return isWhole ? characters.join('') : undefined;
  }

  private font(name: string): Font {
    const known = this.opened.get(name);
    if (known) return known;
    const bytes = this.bytesOf(name);
    const font = create(bytes) as Font;
    this.opened.set(name, font);
    if (isFurther(name)) this.pdf.registerFont(name, bytes);
    return font;
  }

  private bytesOf(name: string): Buffer {
    if (isFurther(name)) return fontOfWoff(readFileSync(require.resolve(further[name])));
    return readFileSync(fileOf(name as Face));
  }
}
