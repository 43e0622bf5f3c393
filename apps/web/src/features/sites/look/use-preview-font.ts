import { useEffect } from 'react';

/** The fonts of sites, as addresses of assets: only one that is chosen is loaded. */
const files = import.meta.glob<string>(
  [
    '../../../../../../node_modules/@fontsource-variable/*/files/*-latin-wght-normal.woff2',
    '../../../../../../node_modules/@fontsource/{dm-mono,fira-sans,ibm-plex-*,lato,poppins,space-mono,ubuntu}/files/*-latin-400-normal.woff2',
  ],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
);
const byName = new Map(
  Object.entries(files).map(([path, url]) => [/([\w-]+)-latin-/.exec(path)?.[1]?.replaceAll('-', ''), url]),
);
const loaded = new Set<string>();

/** Loads a font of sites by the name of its family, so that the preview is set in it. */
export function usePreviewFont(family: string): void {
  useEffect(() => {
    const name = family === 'Source Sans Pro' ? 'sourcesans3' : family.toLowerCase().replaceAll(' ', '');
    const url = byName.get(name);
    if (!url || loaded.has(family)) return;
    loaded.add(family);
    const face = new FontFace(family, `url(${JSON.stringify(url)})`, { weight: '100 900' });
    document.fonts.add(face);
    // Where it cannot be loaded the preview keeps the font of the system.
    face.load().catch(() => document.fonts.delete(face));
  }, [family]);
}
