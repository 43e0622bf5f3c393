/**
 * Hosts of which pages of sites may show a player in a frame, where the author wrote one. A frame is loaded when the reader
 * opens it; what is on other hosts is linked.
 */
export const playerHosts: readonly string[] = [
  'www.youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'www.loom.com',
  'fast.wistia.net',
  'codepen.io',
  'codesandbox.io',
  'stackblitz.com',
  'www.figma.com',
  'embed.figma.com',
  'open.spotify.com',
  'w.soundcloud.com',
];
