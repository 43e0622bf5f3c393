import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { isComposing } from '../../ui/is-composing';

interface Option {
  key: string;
  label: string;
  /** The kind of thing, beside the label. */
  hint?: string;
}

interface ChoiceMenuProps<T extends Option> {
  view: EditorView;
  label: string;
  /** At least one. */
  options: readonly T[];
  /** The position in the document below which the menu opens. */
  at: number;
  onChoose(option: T): void;
  onDismiss(): void;
}

const mostHeight = 280;
const leastWidth = 220;

/** A menu at the cursor, which is used by keyboard while the editor has the focus. */
export function ChoiceMenu<T extends Option>({ view, label, options, at, onChoose, onDismiss }: ChoiceMenuProps<T>) {
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const selected = Math.min(chosen, options.length - 1);
  const names = options.map(({ key }) => key).join(' ');
  useEffect(() => setChosen(0), [names]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      if (event.key === 'ArrowDown') setChosen((selected + 1) % options.length);
      else if (event.key === 'ArrowUp') setChosen((selected + options.length - 1) % options.length);
      else if (event.key === 'Enter' || event.key === 'Tab') onChoose(options[selected]!);
      else if (event.key === 'Escape') onDismiss();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    view.dom.addEventListener('keydown', onKeyDown, true);
    return () => view.dom.removeEventListener('keydown', onKeyDown, true);
  });
  useEffect(() => {
    const option = list.current?.children[selected];
    option?.scrollIntoView({ block: 'nearest' });
    view.dom.setAttribute('aria-activedescendant', option?.id ?? '');
  }, [view, selected, names]);
  useEffect(() => () => view.dom.removeAttribute('aria-activedescendant'), [view]);
  return (
    <div ref={list} className="menu choice-menu" role="listbox" aria-label={label} style={placeBelow(view, at)}>
      {options.map((option, index) => (
        <div
          key={option.key}
          id={`choice-${index}`}
          role="option"
          aria-selected={index === selected}
          className="menu-item"
          data-highlighted={index === selected ? '' : undefined}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {option.label}
          {option.hint && <span className="muted">{option.hint}</span>}
        </div>
      ))}
    </div>
  );
}

/** Below the cursor, or above it where there is more room. */
function placeBelow(view: EditorView, at: number): CSSProperties {
  const { left, top, bottom } = view.coordsAtPos(at);
  const below = innerHeight - bottom - 12;
  const isAbove = below < mostHeight && top > below;
  return {
    left: Math.max(8, Math.min(left, innerWidth - leastWidth - 8)),
    maxHeight: Math.min(mostHeight, isAbove ? top - 12 : below),
    ...(isAbove ? { bottom: innerHeight - top + 4 } : { top: bottom + 4 }),
  };
}
