/** The visibilities of a site, in the words of the app. */
export const visibilities = [
  { value: 'public', label: 'Everybody, and search engines list it' },
  { value: 'unlisted', label: 'Everybody who knows the address' },
  { value: 'share-link', label: 'Those who have a share link' },
  { value: 'visitor-auth', label: 'Visitors who have signed in' },
] as const;

export type Visibility = (typeof visibilities)[number]['value'];
