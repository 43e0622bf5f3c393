import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button';
import type { Customization } from './use-customization';

type ContentRef = NonNullable<Customization['header']['links'][number]['to']>;
/** A link as the header and the footer have them. */
export interface EditedLink {
  title: string;
  to: ContentRef | null;
}

interface LinkListProps<T extends EditedLink> {
  /** The name of one of the links: `header link`. */
  noun: string;
  links: readonly T[];
  blank(): T;
  onChange(links: T[]): void;
  /** More fields of a link. `name` is its name, such as `header link 2`. */
  more?(link: T, name: string, change: (part: Partial<T>) => void): ReactNode;
}

/** Links with their URLs, in an order that can be changed. Links to content of the platform keep where they lead. */
export function LinkList<T extends EditedLink>({ noun, links, blank, onChange, more }: LinkListProps<T>) {
  const replace = (index: number, part: Partial<T>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  const swap = (index: number, other: number) => {
    const moved = [...links];
    [moved[index], moved[other]] = [moved[other]!, moved[index]!];
    onChange(moved);
  };
  return (
    <div className="link-list">
      {links.map((link, index) => {
        const name = `${noun} ${index + 1}`;
        return (
          <div key={index} className="link-row" role="group" aria-label={`The ${name}`}>
            <input
              className="input"
              aria-label={`Title of ${name}`}
              placeholder="Title"
              required
              maxLength={64}
              value={link.title}
              onChange={(event) => replace(index, { title: event.target.value } as Partial<T>)}
            />
            {link.to === null || link.to.kind === 'url' ? (
              <input
                className="input"
                aria-label={`URL of ${name}`}
                placeholder="https://example.com"
                type="url"
                required
                value={link.to?.url ?? ''}
                onChange={(event) => replace(index, { to: { kind: 'url', url: event.target.value } } as Partial<T>)}
              />
            ) : (
              <span className="muted">leads to a {link.to.kind} of Bindery</span>
            )}
            {more?.(link, name, (part) => replace(index, part))}
            <span className="link-actions">
              <IconButton label={`Move ${name} up`} disabled={index === 0} onClick={() => swap(index, index - 1)}>
                <ArrowUp size={15} />
              </IconButton>
              <IconButton
                label={`Move ${name} down`}
                disabled={index === links.length - 1}
                onClick={() => swap(index, index + 1)}
              >
                <ArrowDown size={15} />
              </IconButton>
              <IconButton label={`Remove ${name}`} onClick={() => onChange(links.filter((_, at) => at !== index))}>
                <Trash2 size={15} />
              </IconButton>
            </span>
          </div>
        );
      })}
      <Button small onClick={() => onChange([...links, blank()])}>
        <Plus aria-hidden="true" /> Add {noun}
      </Button>
    </div>
  );
}
