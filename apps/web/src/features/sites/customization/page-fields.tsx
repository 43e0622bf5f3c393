import { CheckField, SelectField } from '../../../ui/field';
import { PageActionFields } from './page-action-fields';
import type { Customization } from './use-customization';

interface PageFieldsProps {
  customization: Customization;
  onChange(part: Partial<Customization>): void;
}

const answers = [
  { value: 'none', label: 'Not at all' },
  { value: 'search', label: 'In the search' },
  { value: 'assistant', label: 'In the search and on a screen of its own' },
];

/** The actions that readers have on each page. */
export function PageFields({ customization, onChange }: PageFieldsProps) {
  const { feedback, pagination, git, externalLinks, trademark } = customization;
  const check = (label: string, checked: boolean, part: (checked: boolean) => Partial<Customization>) => (
    <CheckField label={label} checked={checked} onChange={(event) => onChange(part(event.target.checked))} />
  );
  return (
    <details>
      <summary>On each page</summary>
      <div className="stack">
        <SelectField
          label="Readers may ask questions"
          options={answers}
          value={customization.ai.mode}
          onChange={(event) => onChange({ ai: { mode: event.target.value } })}
        />
        {check('Ask readers whether the page helped', feedback.enabled, (enabled) => ({ feedback: { enabled } }))}
        {check('Link to the next and the previous page', pagination.enabled, (enabled) => ({
          pagination: { enabled },
        }))}
        {check('Link to the source of the page in Git', git.showEditLink, (showEditLink) => ({
          git: { showEditLink },
        }))}
        {check('Open external links in a new tab', externalLinks.target === 'blank', (isBeside) => ({
          externalLinks: { target: isBeside ? 'blank' : 'self' },
        }))}
        {check('Name Bindery in the footer', trademark.enabled, (enabled) => ({ trademark: { enabled } }))}
        <PageActionFields customization={customization} onChange={onChange} />
      </div>
    </details>
  );
}
