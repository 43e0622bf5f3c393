import { call, contract, del, get, internal, post, put } from '../core/endpoint';
import { Flag, Id, Int, Nested, OneOf, Text, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';

export const fontFormats = ['woff2', 'woff'] as const;
export type FontFormat = (typeof fontFormats)[number];

/** Bytes of the largest font file: those of whole Chinese fonts have fewer. */
export const largestFont = 10 * 1024 * 1024;
/** Weights of one font. */
export const mostFaces = 20;

/** The name of a family as style sheets have it. */
const family = { min: 1, max: 50, pattern: /^[^\p{Cc}]+$/u };
const Weight = () => Int({ min: 1, max: 1000, description: 'The font weight. 400 is regular, 700 is bold.' });

export class FontSource {
  @Url({ description: 'The public URL of the font file, on the host of the platform.' }) url!: string;
  @OneOf(fontFormats, { optional: true }) format?: FontFormat;
}

export class FontFace {
  @Weight() weight!: number;
  @Nested(() => FontSource, { array: { min: 1, max: 10 } }) sources!: FontSource[];
}

/** A font family, as the customization of a site names it. */
export class FontDefinition {
  @Text({ min: 1, max: 64 }) id!: string;
  @Flag({ description: 'Whether an organization uploaded the font.' }) custom!: boolean;
  @Text(family) fontFamily!: string;
  @Nested(() => FontFace, { array: { min: 1, max: mostFaces } }) fontFaces!: FontFace[];
}

class FontPermissions {
  @Flag({ description: 'Whether the caller can update and delete the font.' }) edit!: boolean;
}

export class CustomFont extends FontDefinition {
  @Nested(() => FontPermissions) permissions!: FontPermissions;
}

const storageKey = { min: 1, max: 512, description: 'The key of an uploaded file in WOFF2 or WOFF format.' };

class NewFontFace {
  @Weight() weight!: number;
  @Text(storageKey) storageKey!: string;
}

class ChangedFontFace {
  @Weight() weight!: number;
  @Text({ ...storageKey, nullable: true, description: `${storageKey.description} Null takes the weight away.` })
  storageKey!: string | null;
}

export class CreateCustomFont {
  @Text(family) fontFamily!: string;
  @Nested(() => NewFontFace, {
    array: { min: 1, max: mostFaces },
    description: 'One file for each weight. The weight 400 is required.',
  })
  fontFaces!: NewFontFace[];
}

export class UpdateCustomFont {
  @Text({ ...family, optional: true }) fontFamily?: string;
  @Nested(() => ChangedFontFace, {
    array: { max: mostFaces },
    optional: true,
    description: 'The weights to add, replace or remove. Other weights stay.',
  })
  fontFaces?: ChangedFontFace[];
}

const fonts = '/orgs/:organizationId/fonts' as const;

export const customFonts = contract('content', 'Custom fonts', {
  listCustomFonts: get(fonts, {
    summary: 'List the custom fonts of an organization',
    query: PageQuery,
    returns: PageOf(CustomFont),
  }),
  createCustomFont: put(fonts, {
    summary: 'Add a custom font from uploaded files, for use in the sites of the organization',
    body: CreateCustomFont,
    returns: CustomFont,
    status: 201,
    errors: [412],
  }),
  getCustomFont: get(`${fonts}/:fontId`, { summary: 'Get a custom font', returns: CustomFont }),
  updateCustomFont: post(`${fonts}/:fontId`, {
    summary: 'Update the name or files of a custom font',
    description: 'Sites that use the font show the change.',
    body: UpdateCustomFont,
    returns: CustomFont,
    errors: [412],
  }),
  deleteCustomFont: del(`${fonts}/:fontId`, {
    summary: 'Delete a custom font',
    description: 'Sites that use the font get the default font.',
  }),
});

class FindFont {
  @Id() organization!: string;
  @Text({ min: 1, max: 64 }) font!: string;
}

export const fontCalls = internal('content', {
  /** A font that sites of the organization may use. Throws 404. */
  findFont: call({ body: FindFont, returns: FontDefinition }),
});
