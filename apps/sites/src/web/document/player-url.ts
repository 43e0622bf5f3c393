/** The players for addresses of videos at well-known hosts; pages may embed players of each of these hosts. */
const players: readonly [pattern: RegExp, player: string][] = [
  [
    /^https:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|live\/|shorts\/)([\w-]{6,20})/,
    'https://www.youtube-nocookie.com/embed/$1',
  ],
  [/^https:\/\/youtu\.be\/([\w-]{6,20})/, 'https://www.youtube-nocookie.com/embed/$1'],
  [/^https:\/\/(?:www\.)?vimeo\.com\/(\d{4,12})/, 'https://player.vimeo.com/video/$1'],
  [/^https:\/\/(?:www\.)?loom\.com\/(?:share|embed)\/([0-9a-f]{16,40})/, 'https://www.loom.com/embed/$1'],
];

/** The address of the player for the address of a video; undefined where no player is known. */
export function playerUrl(url: string): string | undefined {
  for (const [pattern, player] of players) {
    const id = pattern.exec(url)?.[1];
    if (id) return player.replace('$1', id);
  }
  return undefined;
}
