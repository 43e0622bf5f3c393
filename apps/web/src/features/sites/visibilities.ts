/** The visibilities of a site, in the words of the app. */
export const visibilities = [
  { value: 'public', label: 'Everybody, and search engines list it' },
  { value: 'unlisted', label: 'Everybody with the URL' },
  { value: 'share-link', label: 'Everybody with a share link' },
  { value: 'visitor-auth', label: 'Signed-in visitors' },
] as const;

export type Visibility = (typeof visibilities)[number]['value'];
