/** A font that the platform brings, so that pages of sites load it from their own host. */
interface SiteFont {
  /** As style sheets name it. */
  family: string;
  /** As Fontsource names it, which packs it. */
  name: string;
  /** The weights there are; a variable font has all of them in one file. */
  weights: 'variable' | readonly number[];
  /** The parts of it that have a file. */
  subsets: readonly FontSubset[];
}

/** The characters of each part of a font, as Fontsource and Google Fonts part them. */
export const fontSubsets = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
} as const;

type FontSubset = keyof typeof fontSubsets;

const all: readonly FontSubset[] = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'];
const withoutGreek = all.filter((subset) => subset !== 'greek');
const fourWeights = [400, 500, 600, 700];

const font = (
  family: string,
  name: string,
  { weights = 'variable', subsets = all }: Partial<Pick<SiteFont, 'weights' | 'subsets'>> = {},
): SiteFont => ({ family, name, weights, subsets });

const inter = font('Inter', 'inter');

/** By the names that the look of a site has for them. ABC Favorit may not be redistributed. */
export const siteFonts: Readonly<Record<string, SiteFont>> = {
  ABCFavorit: inter,
  Inter: inter,
  Roboto: font('Roboto', 'roboto'),
  RobotoSlab: font('Roboto Slab', 'roboto-slab'),
  OpenSans: font('Open Sans', 'open-sans'),
  SourceSansPro: font('Source Sans 3', 'source-sans-3'),
  Lato: font('Lato', 'lato', { weights: [400, 700], subsets: ['latin', 'latin-ext'] }),
  Ubuntu: font('Ubuntu', 'ubuntu', { weights: [400, 500, 700], subsets: ['latin', 'latin-ext', 'cyrillic', 'greek'] }),
  Raleway: font('Raleway', 'raleway', { subsets: withoutGreek }),
  Merriweather: font('Merriweather', 'merriweather', { subsets: withoutGreek }),
  Overpass: font('Overpass', 'overpass', { subsets: withoutGreek }),
  NotoSans: font('Noto Sans', 'noto-sans'),
  IBMPlexSerif: font('IBM Plex Serif', 'ibm-plex-serif', { weights: fourWeights, subsets: withoutGreek }),
  Poppins: font('Poppins', 'poppins', { weights: fourWeights, subsets: ['latin', 'latin-ext'] }),
  FiraSans: font('Fira Sans', 'fira-sans', { weights: fourWeights }),
  FiraCode: font('Fira Code', 'fira-code', { subsets: ['latin', 'latin-ext', 'cyrillic', 'greek'] }),
  IBMPlexMono: font('IBM Plex Mono', 'ibm-plex-mono', { weights: [400, 600], subsets: withoutGreek }),
  JetBrainsMono: font('JetBrains Mono', 'jetbrains-mono'),
  SourceCodePro: font('Source Code Pro', 'source-code-pro'),
  RobotoMono: font('Roboto Mono', 'roboto-mono'),
  SpaceMono: font('Space Mono', 'space-mono', { weights: [400, 700], subsets: ['latin', 'latin-ext', 'vietnamese'] }),
  DMMono: font('DM Mono', 'dm-mono', { weights: [400, 500], subsets: ['latin', 'latin-ext'] }),
  Inconsolata: font('Inconsolata', 'inconsolata', { subsets: ['latin', 'latin-ext', 'vietnamese'] }),
};

/** The path of a file of a font below the assets of a site (`siteNames.assets`). */
export const fontAsset = ({ name, weights }: SiteFont, subset: FontSubset, weight: number): string =>
  `fonts/${name}-${subset}-${weights === 'variable' ? 'wght' : weight}-normal.woff2`;

/** The paths of all files of a font below the assets of a site. */
export function fontAssets(font: SiteFont): string[] {
  const weights = font.weights === 'variable' ? [0] : font.weights;
  return font.subsets.flatMap((subset) => weights.map((weight) => fontAsset(font, subset, weight)));
}

/** The package that has the files of a font, in its folder `files` by the last parts of their paths. */
export const fontPackage = ({ name, weights }: SiteFont): string =>
  `${weights === 'variable' ? '@fontsource-variable' : '@fontsource'}/${name}`;
