/** What readers take for one character: a letter with its accents, an emoji with all that it is joined of. */
export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
