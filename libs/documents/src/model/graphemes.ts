/** Splits text into grapheme clusters: a letter with its accents, an emoji with all its joined parts. */
export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
