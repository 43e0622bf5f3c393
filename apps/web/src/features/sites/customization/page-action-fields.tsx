import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '../../../ui/button';
import { CheckField } from '../../../ui/field';
import { inMenu, orderOf, swapped, type ActionName } from './page-action-order';
import type { Customization } from './use-customization';

const labels: Record<ActionName, string> = {
  markdown: 'Copy the page, or open it, as Markdown',
  mcp: 'Copy the URL for agents (MCP)',
  'external-ai': 'Open the page in an AI assistant',
  pdf: 'Print the page as a PDF',
};

/** The fields of `pageActions` that turn actions on. */
const fields = { markdown: 'markdown', mcp: 'mcp', 'external-ai': 'externalAI' } as const;

interface PageActionFieldsProps {
  customization: Customization;
  onChange(part: Partial<Customization>): void;
}

/** The actions in the menu of a page, in the order of the menu. */
export function PageActionFields({ customization: { pageActions, pdf }, onChange }: PageActionFieldsProps) {
  const order = orderOf(pageActions.items);
  const shown = inMenu(order);
  const isOn = (name: ActionName) => (name === 'pdf' ? pdf.enabled : pageActions[fields[name]]);
  const offer = (name: ActionName, enabled: boolean) =>
    onChange(name === 'pdf' ? { pdf: { enabled } } : { pageActions: { ...pageActions, [fields[name]]: enabled } });
  const move = (from: number, to: number) => {
    const [one, other] = [shown[from], shown[to]];
    if (one && other) onChange({ pageActions: { ...pageActions, items: swapped(order, one, other) } });
  };
  return (
    <div className="field" role="group" aria-label="Menu of the page">
      <span className="field-label">Menu of the page</span>
      {shown.map((name, index) => (
        <div key={name} className="row">
          <CheckField
            label={labels[name]}
            checked={isOn(name)}
            onChange={(event) => offer(name, event.target.checked)}
          />
          <span className="link-actions">
            <IconButton
              label={`Move up: ${labels[name]}`}
              // It keeps the focus at the end of its way, unlike a disabled button.
              aria-disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <ArrowUp size={15} />
            </IconButton>
            <IconButton
              label={`Move down: ${labels[name]}`}
              aria-disabled={index === shown.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <ArrowDown size={15} />
            </IconButton>
          </span>
        </div>
      ))}
    </div>
  );
}
