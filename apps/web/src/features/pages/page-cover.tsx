import { ReferenceContext, useFileURL, type Reference } from '../documents/references';
import type { PagePlace } from './page-links';
import type { DocumentPage } from './use-page';

/** The picture above a page, where it has one. */
export function PageCover({ page, place }: { page: DocumentPage; place: PagePlace }) {
  const { cover, layout } = page;
  if (!cover?.ref || !layout.cover) return null;
  return (
    <ReferenceContext value={{ place, pages: new Map() }}>
      <Picture reference={cover.ref as unknown as Reference} />
    </ReferenceContext>
  );
}

function Picture({ reference }: { reference: Reference }) {
  const src = useFileURL(reference);
  return src ? <img className="page-cover" src={src} alt="" /> : null;
}
