import { useState } from 'react';
import { useAction, useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/states';

/** The share links of a site, each with the address that lets readers in. */
export function ShareLinks({ organizationId, siteId }: { organizationId: string; siteId: string }) {
  const params = { organizationId, siteId };
  const links = useList('listSiteShareLinks', { params });
  const [name, setName] = useState('');
  const create = useAction('createSiteShareLink', ['listSiteShareLinks']);
  const remove = useAction('deleteSiteShareLinkById', ['listSiteShareLinks']);
  const error = links.error ?? create.error ?? remove.error;
  return (
    <div className="stack">
      {error && <Failure error={error} />}
      {links.items.length > 0 && (
        <ul className="list">
          {links.items.map((link) => (
            <li key={link.id}>
              <div className="grow">
                <div className="title">{link.name}</div>
                <div className="meta">{link.urls.published}</div>
              </div>
              <Button small onClick={() => remove.mutate({ params: { ...params, shareLinkId: link.id } })}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ params, body: { name } as never }, { onSuccess: () => setName('') });
        }}
      >
        <input
          className="input"
          style={{ flex: 1 }}
          aria-label="Name of the new share link"
          placeholder="For whom it is"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={create.isPending}>
          Add share link
        </Button>
      </form>
    </div>
  );
}
