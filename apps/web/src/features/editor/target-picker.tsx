import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import type { Document } from '../../api/contracts';
import { Button, IconButton } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { isComposing } from '../../ui/is-composing';
import { anchorOf } from '../documents/blocks';
import { everyBlock } from '../documents/nodes';
import { textOf } from '../documents/plain-text';
import { ReferenceContext, useTarget, type Reference } from '../documents/references';
import { PageSign } from '../pages/page-sign';
import { documentOf, readPageById } from '../pages/use-page';
import { isAddress, useTargetChoices } from './use-target-choices';

interface TargetPickerProps {
  label: string;
  hint?: string;
  value: Reference | undefined;
  onChange(value: Reference | undefined): void;
  /** Takes the focus when it appears. */
  autoFocus?: boolean;
}

/** A field for a page, a part of a page, a space or a URL, found by a few words. */
export function TargetPicker({ label, hint, value, onChange, autoFocus }: TargetPickerProps) {
  const [text, setText] = useState(value?.kind === 'url' ? value.url! : '');
  const [isChosen, setChosen] = useState(false);
  const found = useTargetChoices(text);
  // The focus goes on from what is chosen, and from what is not chosen any more.
  const choose = (ref: Reference | undefined) => {
    setChosen(true);
    onChange(ref);
  };
  if (value && value.kind !== 'url')
    return (
      <ChosenTarget
        label={label}
        value={value}
        takesFocus={isChosen}
        onChange={onChange}
        onClear={() => choose(undefined)}
      />
    );
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        value={text}
        autoFocus={autoFocus ?? isChosen}
        autoComplete="off"
        onChange={(event) => {
          const given = event.target.value;
          setText(given);
          onChange(isAddress(given) ? { kind: 'url', url: given.trim() } : undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent) || text.trim() === '' || value) return;
          event.preventDefault();
          if (found[0]) choose(found[0].ref);
        }}
      />
      {!value && found.length > 0 && (
        <ul className="list targets" aria-label="Found">
          {found.map(({ key, label: title, hint: kind, ref, page }) => (
            <li key={key}>
              <Button look="ghost" onClick={() => choose(ref)}>
                {page && <PageSign page={page} />} {title} <span className="muted">{kind}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ChosenTargetProps {
  label: string;
  value: Reference;
  /** It was chosen just now, so that the focus goes on from it. */
  takesFocus: boolean;
  onChange(value: Reference): void;
  onClear(): void;
}

function ChosenTarget({ label, value, takesFocus, onChange, onClear }: ChosenTargetProps) {
  const { title } = useTarget(value);
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) group.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <div
        ref={group}
        className="field"
        role="group"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target === event.currentTarget)
            event.currentTarget.closest('form')?.requestSubmit();
        }}
      >
        <span className="field-label">{label}</span>
        <div className="row chosen">
          <strong>{title ?? '…'}</strong>
          <IconButton label="Choose another" onClick={onClear}>
            <X size={16} />
          </IconButton>
        </div>
      </div>
      {(value.kind === 'page' || value.kind === 'anchor') && <PartOfPage value={value} onChange={onChange} />}
    </>
  );
}

/** The whole page, or one of its headings. */
function PartOfPage({ value, onChange }: { value: Reference; onChange(value: Reference): void }) {
  const headings = useHeadings(value);
  if (headings.length === 0) return null;
  const { page, space } = value;
  const inPage = { page: page!, ...(space && { space }) };
  return (
    <SelectField
      label="Part of the page"
      value={value.kind === 'anchor' ? value.anchor : ''}
      options={[{ value: '', label: 'The whole page' }, ...headings]}
      onChange={({ target }) =>
        onChange(
          target.value === '' ? { kind: 'page', ...inPage } : { kind: 'anchor', anchor: target.value, ...inPage },
        )
      }
    />
  );
}

function useHeadings({ page, space }: Reference): { value: string; label: string }[] {
  const place = use(ReferenceContext)?.place;
  const isHere = !space || space === place?.spaceId;
  const changeRequestId = isHere ? place?.changeRequestId : undefined;
  const spaceId = space ?? place?.spaceId ?? '';
  const read = useQuery({
    queryKey: ['headings', spaceId, changeRequestId ?? '', page ?? ''],
    enabled: page !== undefined && spaceId !== '',
    queryFn: async () => headingsIn(documentOf(await readPageById({ spaceId, changeRequestId }, page!))),
  });
  return read.data ?? [];
}

const headingsIn = ({ nodes }: Document): { value: string; label: string }[] =>
  [...everyBlock(nodes)].flatMap((block) => {
    const anchor = block.type.startsWith('heading-') ? anchorOf(block) : undefined;
    return anchor ? [{ value: anchor, label: textOf(block.nodes) }] : [];
  });
