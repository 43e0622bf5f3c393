import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { Inline, RevisionPage } from '../../api/contracts';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { ReferenceContext } from '../documents/references';
import { readContent } from '../pages/edit-content';

interface ExpressionDialogProps {
  pageId: string;
  /** The expression that is changed. */
  before?: string;
  onSave(inline: Inline): void;
  onClose(): void;
}

/** Asks for a variable of the page or the space, or for another expression whose value the text shows. */
export function ExpressionDialog({ pageId, before, onSave, onClose }: ExpressionDialogProps) {
  const variables = useVariables(pageId);
  const [expression, setExpression] = useState(before ?? '');
  return (
    <FormDialog
      title="Variable"
      description="Readers see its value."
      action={before ? 'Save' : 'Insert'}
      isIncomplete={expression.trim() === ''}
      onClose={onClose}
      onSubmit={() => onSave(expressionInline(expression.trim()))}
    >
      <TextField
        label="Expression"
        hint="Such as page.vars.version, space.vars.product or visitor.claims.name. Variables of a page stand under “vars” in its front matter."
        value={expression}
        list="variables"
        autoFocus
        required
        maxLength={1024}
        onChange={(event) => setExpression(event.target.value)}
      />
      <datalist id="variables">
        {variables.map(([name, value]) => (
          <option key={name} value={name}>
            {value}
          </option>
        ))}
      </datalist>
    </FormDialog>
  );
}

/** The expressions for the variables of the page and the space, with their values. */
function useVariables(pageId: string): [name: string, value: string][] {
  const { place, pages } = use(ReferenceContext) ?? {};
  const { spaceId = '', changeRequestId = '' } = place ?? {};
  const revision = useQuery({
    queryKey: ['variables', spaceId, changeRequestId],
    enabled: place !== undefined,
    queryFn: async () => (await readContent(place!)).variables,
  });
  const page = pages?.get(pageId) as Extract<RevisionPage, { type: 'document' }> | undefined;
  const named = (scope: string, variables: object | undefined) =>
    Object.entries(variables ?? {}).map(([name, value]): [string, string] => [`${scope}.vars.${name}`, String(value)]);
  return [...named('page', page?.variables), ...named('space', revision.data)];
}

const expressionInline = (expression: string): Inline => ({
  object: 'inline',
  type: 'expression',
  isVoid: true,
  data: { expression },
});
