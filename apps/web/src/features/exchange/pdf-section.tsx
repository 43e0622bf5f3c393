import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { call } from '../../api/client';
import type { RevisionPage } from '../../api/contracts';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { usePages } from '../pages/use-pages';
import { openRows } from '../pages/tree-rows';
import { localAddress } from './local-address';

const everything = '';

/** Makes a PDF of a space, or of a page with those below it. */
export function PdfSection({ spaceId }: { spaceId: string }) {
  const [page, setPage] = useState(everything);
  const pages = usePages({ spaceId });
  const options = useMemo(() => pageOptions(pages.data ?? []), [pages.data]);
  const make = useMutation<string, Error>({
    mutationFn: async () => {
      const { url } = await call('getSpacePdf', { params: { spaceId }, query: { page: page || undefined } });
      return made(localAddress(url));
    },
  });
  return (
    <section className="section" aria-label="PDF">
      <h2>PDF</h2>
      <SelectField
        label="Pages"
        options={[{ value: everything, label: 'The whole space' }, ...options]}
        value={page}
        onChange={({ target }) => {
          setPage(target.value);
          make.reset();
        }}
      />
      {make.error && <p role="alert">{make.error.message}</p>}
      <div className="row">
        {make.data ? (
          <a className="button primary" href={make.data} download>
            <FileText aria-hidden="true" /> Save the PDF
          </a>
        ) : (
          <Button disabled={make.isPending} onClick={() => make.mutate()}>
            <FileText aria-hidden="true" /> {make.isPending ? 'Making the PDF…' : 'Make a PDF'}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Answers the address once the PDF is there. */
async function made(address: string): Promise<string> {
  for (;;) {
    const response = await fetch(address);
    await response.body?.cancel();
    if (response.status === 200) return address;
    if (response.status !== 202) throw new Error(`The PDF could not be made (${response.status}). Try again.`);
    const seconds = Number(response.headers.get('retry-after')) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** A list for a field: pages below others are set in by spaces that do not collapse. */
const pageOptions = (pages: readonly RevisionPage[]) =>
  openRows(pages, () => true)
    .filter(({ page }) => page.type === 'document')
    .map(({ page, level }) => ({ value: page.id, label: '\u00a0'.repeat((level - 1) * 3) + page.title }));
