import type { SiteCustomizationSettings } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import { iconOf } from '../document/icons';
import { safeUrl } from '../document/references';

type SocialAccount = NonNullable<SiteCustomizationSettings['socialAccounts']>[number];

/** The links to the social accounts of a site that are shown at one place of its pages. */
export const socialLinks = (
  { socialAccounts = [] }: SiteCustomizationSettings,
  place: keyof NonNullable<SocialAccount['display']>,
): Html[] => socialAccounts.filter(({ display }) => display?.[place]).flatMap((account) => socialLink(account) ?? []);

/** The address of accounts at each platform, and the name of its icon where that differs. */
const platforms: Record<string, { at: string; icon?: string }> = {
  twitter: { at: 'https://x.com/', icon: 'x-twitter' },
  instagram: { at: 'https://www.instagram.com/' },
  facebook: { at: 'https://www.facebook.com/' },
  linkedin: { at: 'https://www.linkedin.com/' },
  github: { at: 'https://github.com/' },
  discord: { at: 'https://discord.gg/' },
  slack: { at: 'https://slack.com/' },
  youtube: { at: 'https://www.youtube.com/' },
  tiktok: { at: 'https://www.tiktok.com/@' },
  reddit: { at: 'https://www.reddit.com/' },
  bluesky: { at: 'https://bsky.app/profile/' },
  mastodon: { at: 'https://mastodon.social/' },
  threads: { at: 'https://www.threads.net/@' },
  medium: { at: 'https://medium.com/' },
};

function socialLink({ platform, handle }: SocialAccount): Html | undefined {
  const known = platforms[platform];
  const href =
    known && (safeUrl(/^https?:/.test(handle) ? handle : known.at + handle.replace(/^@(?=.)/, '')) ?? undefined);
  if (!href) return undefined;
  return html`<a${attributes({ class: 'bare', href, rel: 'noopener me', 'aria-label': platform })}>${iconOf(`fa-brands ${known.icon ?? platform}`)}</a>`;
}
