/** The fields of `styling` that have a font. */
export const fontFields = ['font', 'monospaceFont'] as const;
export type FontField = (typeof fontFields)[number];
