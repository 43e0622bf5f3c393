const families = [
  ['Inter', 'Inter'],
  ['ABCFavorit', 'ABC Favorit'],
  ['FiraSans', 'Fira Sans'],
  ['IBMPlexSerif', 'IBM Plex Serif'],
  ['Lato', 'Lato'],
  ['Merriweather', 'Merriweather'],
  ['NotoSans', 'Noto Sans'],
  ['OpenSans', 'Open Sans'],
  ['Overpass', 'Overpass'],
  ['Poppins', 'Poppins'],
  ['Raleway', 'Raleway'],
  ['Roboto', 'Roboto'],
  ['RobotoSlab', 'Roboto Slab'],
  ['SourceSansPro', 'Source Sans Pro'],
  ['Ubuntu', 'Ubuntu'],
] as const;
const monospace = [
  ['FiraCode', 'Fira Code'],
  ['DMMono', 'DM Mono'],
  ['IBMPlexMono', 'IBM Plex Mono'],
  ['Inconsolata', 'Inconsolata'],
  ['JetBrainsMono', 'JetBrains Mono'],
  ['RobotoMono', 'Roboto Mono'],
  ['SourceCodePro', 'Source Code Pro'],
  ['SpaceMono', 'Space Mono'],
] as const;

const choices = (pairs: readonly (readonly [string, string])[]) => pairs.map(([value, label]) => ({ value, label }));
export const fontFamilies = choices(families);
export const monospaceFamilies = choices(monospace);
