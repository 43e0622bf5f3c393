import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useDeferredValue, useEffect, useState, type KeyboardEvent } from 'react';
import { base, call, type RequestError } from '../../api/client';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { isComposing } from '../../ui/is-composing';
import { opensElsewhere } from '../../ui/opens-elsewhere';
import { Failure } from '../../ui/states';
import { PageSign } from '../pages/page-sign';
import { Answer } from './answer';
import { appPath } from './app-path';
import { recentPages } from './recent-pages';

interface Hit {
  key: string;
  title: string;
  /** The sign of a page that was opened before; what is found has none. */
  emoji?: string;
  icon?: string;
  /** The heading below the title, where a section was found. */
  section?: string;
  snippet?: string;
  where: string;
  to: string;
  hash?: string;
}

interface SearchDialogProps {
  organizationId: string;
  /** The space that is open; what is found there comes first. */
  spaceId?: string;
  onClose(): void;
}

/** Search of everything that the user may read, by keyboard. */
export default function SearchDialog({ organizationId, spaceId, onClose }: SearchDialogProps) {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const [asked, setAsked] = useState('');
  /** Enter was pressed before the hits of the text came: the first of them is opened. */
  const [isEntered, setEntered] = useState(false);
  const query = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const hits = useQuery<Hit[], RequestError>({
    queryKey: ['search', organizationId, spaceId ?? '', query],
    enabled: query !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => search(organizationId, spaceId, query, signal),
  });
  const [recent] = useState(() => recentPages(organizationId).map((page): Hit => ({ key: page.to, ...page })));
  const found = query === '' ? recent : (hits.data ?? []);
  const isOutdated = text.trim() !== query || (query !== '' && (hits.isPlaceholderData || hits.isPending));
  const open = (hit: Hit) => {
    onClose();
    void navigate({ to: hit.to, hash: hit.hash });
  };
  useEffect(() => {
    document.getElementById(`hit-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  useEffect(() => {
    if (!isEntered || isOutdated) return;
    setEntered(false);
    if (found[0]) open(found[0]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'ArrowDown') setSelected(Math.min(selected + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setSelected(Math.max(selected - 1, 0));
    else if (event.key === 'Enter' && isOutdated) setEntered(true);
    else if (event.key === 'Enter' && found[selected]) open(found[selected]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" isOpen onClose={onClose} wide>
      <div className="search-dialog">
        <input
          className="input"
          type="search"
          role="combobox"
          aria-label="Search pages"
          aria-expanded={found.length > 0}
          aria-controls="search-results"
          aria-activedescendant={found[selected] ? `hit-${selected}` : undefined}
          placeholder="Search pages"
          value={text}
          autoFocus
          onChange={(event) => {
            setText(event.target.value);
            setAsked('');
            setSelected(0);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
        {query !== '' && asked === '' && (
          <Button small look="ghost" onClick={() => setAsked(query)}>
            Ask the pages: “{query}”
          </Button>
        )}
        {asked !== '' && (
          <Answer
            organizationId={organizationId}
            question={asked}
            onOpen={(to) => {
              onClose();
              void navigate({ to });
            }}
          />
        )}
        {hits.error && <Failure error={hits.error} />}
        {query !== '' && hits.data?.length === 0 && <p className="muted">Nothing was found for “{query}”.</p>}
        {query === '' && recent.length > 0 && <p className="muted">Recently opened</p>}
        <ul id="search-results" className="search-results" role="listbox" aria-label="Pages found">
          {found.map((hit, index) => (
            <li key={hit.key} role="presentation">
              <a
                id={`hit-${index}`}
                role="option"
                aria-selected={index === selected}
                tabIndex={-1}
                href={`${base}/app${hit.to}${hit.hash ? `#${hit.hash}` : ''}`}
                onClick={(event) => {
                  if (opensElsewhere(event)) return;
                  event.preventDefault();
                  open(hit);
                }}
              >
                <PageSign page={hit}>
                  <FileText size={16} aria-hidden="true" />
                </PageSign>{' '}
                <strong>{hit.title}</strong> {hit.section && <span>› {hit.section} </span>}
                <span className="muted">{hit.where}</span>
                {hit.snippet && <Marked text={hit.snippet} words={query} />}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** A snippet with the words of the query marked. */
function Marked({ text, words }: { text: string; words: string }) {
  const parts = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pieces = text.split(new RegExp(`(${parts.join('|')})`, 'giu'));
  return (
    <span className="snippet">
      {pieces.map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}
    </span>
  );
}

async function search(
  organizationId: string,
  spaceId: string | undefined,
  query: string,
  signal: AbortSignal,
): Promise<Hit[]> {
  const { items } = await call('searchOrganizationContent', {
    params: { organizationId },
    query: { query, limit: 20 },
    signal,
  });
  const spaces = [...items].sort((a, b) => Number(b.id === spaceId) - Number(a.id === spaceId));
  return spaces.flatMap((space) =>
    space.pages.flatMap((page) => {
      const sections = page.sections?.slice(0, 3) ?? [];
      const hit = { title: page.title, where: space.title, to: appPath(page.urls.app) };
      if (sections.length === 0) return [{ ...hit, key: page.id }];
      return sections.map((section) => ({
        ...hit,
        key: `${page.id} ${section.id}`,
        section: section.title === page.title ? undefined : section.title,
        snippet: section.body,
        hash: new URL(section.urls.app).hash.slice(1) || undefined,
      }));
    }),
  );
}
