import { useEffect } from 'react';

/** The fonts of sites, as addresses of assets: only one that is chosen is loaded. */
const files = import.meta.glob<string>(
  [
    '../../../../../../node_modules/@fontsource-variable/*/files/*-latin-wght-normal.woff2',
    '../../../../../../node_modules/@fontsource/{dm-mono,fira-sans,ibm-plex-*,lato,poppins,space-mono,ubuntu}/files/*-latin-400-normal.woff2',
  ],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
);
const nameOf = (path: string) => /([\w-]+)-latin-/.exec(path)?.[1]?.replaceAll('-', '');
const byName = new Map(Object.entries(files).map(([path, url]) => [nameOf(path), url]));
const loaded = new Set<string>();

/** The app may load fonts from its own origin alone, where the files of the platform are too. */
const pathOf = (file: string): string => {
  const { pathname, search } = new URL(file);
  return pathname + search;
};

const isVariable = (name: string): boolean =>
  Object.keys(files).some((path) => path.includes('-wght-') && nameOf(path) === name);

/** Loads a font by the name of its family, one of the platform where no file is named, so that the preview is set in it. */
export function usePreviewFont(family: string, file?: string): void {
  useEffect(() => {
    const name = family === 'Source Sans Pro' ? 'sourcesans3' : family.toLowerCase().replaceAll(' ', '');
    const url = file === undefined ? byName.get(name) : pathOf(file);
    if (!url || loaded.has(family)) return;
    loaded.add(family);
    // The others have one weight, of which the browser makes bold itself.
    const weight = isVariable(name) ? '100 900' : '400';
    const face = new FontFace(family, `url(${JSON.stringify(url)})`, { weight });
    document.fonts.add(face);
    // Where it cannot be loaded the preview keeps the font of the system.
    face.load().catch(() => document.fonts.delete(face));
  }, [family, file]);
}
