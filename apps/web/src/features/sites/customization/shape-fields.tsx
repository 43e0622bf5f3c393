import { capitalized } from '../../../ui/capitalized';
import { SelectField } from '../../../ui/field';
import { withTheme } from './code-theme';
import type { Customization } from './use-customization';

type Styling = Customization['styling'];

interface ShapeFieldsProps {
  styling: Styling;
  onChange(part: Partial<Styling>): void;
}

interface Choice {
  value: string;
  label: string;
}

const corners: Choice[] = [
  { value: 'straight', label: 'Straight' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'circular', label: 'Round' },
];
const depths: Choice[] = [
  { value: 'subtle', label: 'Soft shadows' },
  { value: 'flat', label: 'Flat' },
];
const links: Choice[] = [
  { value: 'default', label: 'In the main colour' },
  { value: 'accent', label: 'In the colour of the text, with a line' },
];
const sidebars: Choice[] = [
  { value: 'default', label: 'On the page' },
  { value: 'filled', label: 'On a panel of its own' },
];
const lists: Choice[] = [
  { value: 'default', label: 'Marked by colour' },
  { value: 'pill', label: 'Marked by a pill' },
  { value: 'line', label: 'Marked by a line' },
];
const searches: Choice[] = [
  { value: 'prominent', label: 'A wide field' },
  { value: 'subtle', label: 'A narrow field' },
];
const codeThemes = [
  'default-light',
  'default-dark',
  'github-light',
  'github-dark',
  'one-light',
  'one-dark-pro',
  'solarized-light',
  'solarized-dark',
  'catppuccin-latte',
  'catppuccin-mocha',
  'dracula',
  'monokai',
  'night-owl',
  'nord',
];
const codeChoices = codeThemes.map((value) => ({
  value,
  label: capitalized(value.replaceAll('-', ' ')),
}));

/** The shapes of a site: corners, links, navigation, search and code. */
export function ShapeFields({ styling, onChange }: ShapeFieldsProps) {
  const { sidebar } = styling;
  const codeTheme = styling.codeTheme ?? { light: 'default-light', dark: 'default-dark' };
  const field = (label: string, options: Choice[], value: string, part: (value: string) => Partial<Styling>) => (
    <SelectField
      label={label}
      options={options.some((option) => option.value === value) ? options : [...options, { value, label: value }]}
      value={value}
      onChange={(event) => onChange(part(event.target.value))}
    />
  );
  return (
    <details>
      <summary>Shapes</summary>
      <div className="form">
        {field('Corners', corners, styling.corners, (value) => ({ corners: value }))}
        {field('Depth', depths, styling.depth, (value) => ({ depth: value }))}
        {field('Links in text', links, styling.links, (value) => ({ links: value }))}
        {field('Navigation', sidebars, sidebar.background, (background) => ({ sidebar: { ...sidebar, background } }))}
        {field('Open page in the navigation', lists, sidebar.list, (list) => ({ sidebar: { ...sidebar, list } }))}
        {field('Search', searches, styling.search, (value) => ({ search: value }))}
        {field('Code in light', codeChoices, codeTheme.light, (light) => ({
          codeTheme: withTheme(codeTheme, { light }),
        }))}
        {field('Code in dark', codeChoices, codeTheme.dark, (dark) => ({ codeTheme: withTheme(codeTheme, { dark }) }))}
      </div>
    </details>
  );
}
