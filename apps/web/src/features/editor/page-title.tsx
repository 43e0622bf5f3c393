import { isComposing } from '../../ui/is-composing';
import type { PagePlace } from '../pages/page-links';
import { PageSign } from '../pages/page-sign';
import type { DocumentPage } from '../pages/use-page';
import { useTitle } from './use-title';

interface PageTitleProps {
  place: PagePlace;
  page: DocumentPage;
  /** Goes on to the text of the page. */
  onEnter(): void;
}

/** The title of the page, saved when the field or the page is left. */
export function PageTitle({ place, page, onEnter }: PageTitleProps) {
  const { title, change, save } = useTitle(place, page);
  return (
    <h1 className="page-title">
      <PageSign page={page} />
      <input
        className="title-input"
        aria-label="Title of the page"
        value={title}
        maxLength={1000}
        onChange={(event) => change(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          // With the Enter key a composed word ends as well, which goes on in the field.
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </h1>
  );
}
