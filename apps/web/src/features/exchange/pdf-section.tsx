import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { call } from '../../api/client';
import type { RevisionPage } from '../../api/contracts';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { usePages } from '../pages/use-pages';
import { openRows } from '../pages/tree-rows';
import { localAddress } from './local-address';
import { waitForFile } from './wait-for-file';

const everything = '';

/** Makes a PDF of a space, or of a page with those below it. */
export function PdfSection({ spaceId }: { spaceId: string }) {
  const [page, setPage] = useState(everything);
  const pages = usePages({ spaceId });
  const options = useMemo(() => pageOptions(pages.data ?? []), [pages.data]);
  // A query, as one that nobody looks at any more is aborted.
  const made = useQuery<string, Error>({
    queryKey: ['pdf', spaceId, page],
    enabled: false,
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { url } = await call('getSpacePdf', { params: { spaceId }, query: { page: page || undefined }, signal });
      return waitForFile(localAddress(url), signal);
    },
  });
  const isMade = made.isSuccess && !made.isFetching;
  const label = isMade ? 'Make it again' : 'Make a PDF';
  return (
    <section className="section" aria-label="PDF">
      <h2>PDF</h2>
      <SelectField
        label="Pages"
        options={[{ value: everything, label: 'The whole space' }, ...options]}
        value={page}
        onChange={({ target }) => setPage(target.value)}
      />
      {made.error && <p role="alert">{made.error.message}</p>}
      <div className="row" role="status">
        {isMade && (
          <a className="button primary" href={made.data} download>
            <FileText aria-hidden="true" /> Save the PDF
          </a>
        )}
        {/* It is not disabled and not replaced, so that it keeps the focus. */}
        <Button aria-disabled={made.isFetching} onClick={() => !made.isFetching && void made.refetch()}>
          <FileText aria-hidden="true" /> {made.isFetching ? 'Making the PDF…' : label}
        </Button>
      </div>
    </section>
  );
}

/** A list for a field: pages below others are set in by spaces that do not collapse. */
const pageOptions = (pages: readonly RevisionPage[]) =>
  openRows(pages, () => true)
    .filter(({ page }) => page.type === 'document')
    .map(({ page, level }) => ({ value: page.id, label: '\u00a0'.repeat((level - 1) * 3) + page.title }));
