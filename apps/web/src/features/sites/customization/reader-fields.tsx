import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../ui/button';
import { capitalized } from '../../../ui/capitalized';
import { CheckField, SelectField, TextField } from '../../../ui/field';
import type { Customization } from './use-customization';

interface ReaderFieldsProps {
  customization: Customization;
  onChange(part: Partial<Customization>): void;
}

type Account = NonNullable<Customization['socialAccounts']>[number];

const names = new Intl.DisplayNames('en', { type: 'language' });
const locales = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'].map((value) => ({
  value,
  label: names.of(value) ?? value,
}));
const platforms = {
  twitter: 'X (Twitter)',
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  discord: 'Discord',
  slack: 'Slack',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  reddit: 'Reddit',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  threads: 'Threads',
  medium: 'Medium',
};

/** The language of labels, and where readers find more about whose site it is. */
export function ReaderFields({ customization, onChange }: ReaderFieldsProps) {
  const accounts = customization.socialAccounts ?? [];
  const set = (socialAccounts: Account[]) => onChange({ socialAccounts });
  const replace = (index: number, part: Partial<Account>) =>
    set(accounts.map((account, at) => (at === index ? { ...account, ...part } : account)));
  return (
    <details>
      <summary>Language and contact</summary>
      <div className="form">
        <SelectField
          label="Language of labels"
          hint="Used where a space has none of its own."
          options={locales}
          value={customization.internationalization?.locale ?? 'en'}
          onChange={(event) => onChange({ internationalization: { locale: event.target.value } })}
        />
        <UrlField
          label="Privacy policy"
          value={customization.privacyPolicy.url}
          onChange={(url) => onChange({ privacyPolicy: url ? { url } : {} })}
        />
        <UrlField
          label="Picture where the site is linked"
          value={customization.socialPreview.url}
          onChange={(url) => onChange({ socialPreview: url ? { url } : {} })}
        />
        {accounts.map((account, index) => (
          <AccountField
            key={index}
            account={account}
            name={`account ${index + 1}`}
            onChange={(part) => replace(index, part)}
            onRemove={() => set(accounts.filter((_, at) => at !== index))}
          />
        ))}
        <div>
          <Button
            small
            onClick={() =>
              set([...accounts, { platform: 'github', handle: '', display: { header: false, footer: true } }])
            }
          >
            <Plus aria-hidden="true" /> Add an account
          </Button>
        </div>
      </div>
    </details>
  );
}

interface AccountFieldProps {
  account: Account;
  /** The name of the account in labels, such as `account 2`. */
  name: string;
  onChange(part: Partial<Account>): void;
  onRemove(): void;
}

function AccountField({ account, name, onChange, onRemove }: AccountFieldProps) {
  const { platform, handle, display = { header: false, footer: true } } = account;
  return (
    <div className="stack" role="group" aria-label={capitalized(name)}>
      <div className="row">
        <select
          className="input fitting"
          aria-label={`Service of ${name}`}
          value={platform}
          onChange={(event) => onChange({ platform: event.target.value })}
        >
          {Object.entries(platforms).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <input
          className="input flexible"
          aria-label={`Name of ${name}`}
          placeholder="Name or URL"
          required
          maxLength={256}
          value={handle}
          onChange={(event) => onChange({ handle: event.target.value })}
        />
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 size={15} />
        </IconButton>
      </div>
      <div className="row">
        {(['header', 'footer'] as const).map((place) => (
          <CheckField
            key={place}
            label={`In the ${place}`}
            checked={display[place]}
            onChange={(event) => onChange({ display: { ...display, [place]: event.target.checked } })}
          />
        ))}
      </div>
    </div>
  );
}

interface UrlFieldProps {
  label: string;
  value?: string;
  onChange(url?: string): void;
}

/** A URL, or none. The form gets the typed text once it is a URL. */
function UrlField({ label, value, onChange }: UrlFieldProps) {
  const [text, setText] = useState(value ?? '');
  return (
    <TextField
      label={label}
      type="url"
      placeholder="https://example.com"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        if (target.value === '' || URL.canParse(target.value)) onChange(target.value || undefined);
      }}
    />
  );
}
