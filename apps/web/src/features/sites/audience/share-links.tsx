import { useState } from 'react';
import type { AnswerOf } from '../../../api/contracts';
import { useAction, useList } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { CopyButton } from '../../../ui/copy-button';
import { LoadMore } from '../../../ui/load-more';
import { useNotices } from '../../../ui/notices';
import { Failure } from '../../../ui/states';
import { RenameShareLinkDialog } from './rename-share-link-dialog';

type ShareLink = AnswerOf<'createSiteShareLink'>;
const changed = ['listSiteShareLinks'] as const;

/** The share links of a site, each with the URL that lets readers in. */
export function ShareLinks({ params }: { params: { organizationId: string; siteId: string } }) {
  const links = useList('listSiteShareLinks', { params });
  const [name, setName] = useState('');
  const [renaming, setRenaming] = useState<ShareLink>();
  const [removing, setRemoving] = useState<ShareLink>();
  const create = useAction('createSiteShareLink', changed);
  const update = useAction('updateSiteShareLinkById', changed);
  const remove = useAction('deleteSiteShareLinkById', changed);
  const notices = useNotices();
  const error = links.error ?? create.error ?? update.error;
  return (
    <section className="section" aria-label="Share links">
      <h2>Share links</h2>
      {error && <Failure error={error} />}
      {links.items.length > 0 && (
        <ul className="list">
          {links.items.map((link) => (
            <li key={link.id}>
              <div className="grow">
                <div className="title">{link.name}</div>
                <div className="meta">{link.active ? link.urls.published : 'Switched off: nobody can use it'}</div>
              </div>
              {link.active && <CopyButton text={link.urls.published} label={`Copy ${link.name}`} />}
              <Button
                small
                onClick={() =>
                  update.mutate({ params: { ...params, shareLinkId: link.id }, body: { active: !link.active } })
                }
              >
                {link.active ? 'Switch off' : 'Switch on'}
              </Button>
              <Button small look="ghost" onClick={() => setRenaming(link)}>
                Rename
              </Button>
              <Button small look="ghost" onClick={() => setRemoving(link)}>
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={links} />
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ params, body: { name } }, { onSuccess: () => setName('') });
        }}
      >
        <input
          className="input flexible"
          aria-label="Name of the new share link"
          placeholder="Name, such as its readers"
          required
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={create.isPending}>
          Add share link
        </Button>
      </form>
      {renaming && <RenameShareLinkDialog params={params} link={renaming} onClose={() => setRenaming(undefined)} />}
      <ConfirmDialog
        title={`Delete the share link “${removing?.name ?? ''}”?`}
        description="Readers with its URL lose access. A deleted link cannot be restored; to block it for a while, switch it off."
        action="Delete"
        isOpen={removing !== undefined}
        isBusy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { ...params, shareLinkId: removing!.id } },
            { ...notices.outcome('The share link is deleted.'), onSettled: () => setRemoving(undefined) },
          )
        }
      />
    </section>
  );
}
