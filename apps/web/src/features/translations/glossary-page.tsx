import { useParams } from '@tanstack/react-router';
import { BookA, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Empty, Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { useOrganizationPermissions } from '../organizations/use-organization-permissions';
import { TermDialog } from './term-dialog';
import { nameOfLanguage } from './languages';
import { TranslationTabs } from './translation-tabs';

type Entry = ItemOf<'listGlossaryEntries'>;

const termOf = ({ translations }: Entry) => translations.en ?? Object.values(translations)[0] ?? '';

/** The terms that translations use. */
export default function GlossaryPage() {
  const { organizationId } = useParams({ from: '/o/$organizationId/translations/glossary' });
  const params = { organizationId };
  const entries = useList('listGlossaryEntries', { params });
  const update = useAction('updateGlossaryEntries', ['listGlossaryEntries']);
  const { createContent: canEdit } = useOrganizationPermissions(organizationId);
  const [editing, setEditing] = useState<Entry | 'new'>();
  const [removing, setRemoving] = useState<Entry>();
  const notices = useNotices();
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[{ label: 'Translations', to: `/o/${organizationId}/translations` }, { label: 'Glossary' }]}
      />
      <div className="content">
        <div className="content-head">
          <h1>Glossary</h1>
          {canEdit && (
            <Button look="primary" onClick={() => setEditing('new')}>
              <Plus aria-hidden="true" /> Add term
            </Button>
          )}
        </div>
        <TranslationTabs organizationId={organizationId} />
        <div className="section">
          {entries.error && <Failure error={entries.error} />}
          {entries.isPending && <Loading />}
          {!entries.isPending && entries.items.length === 0 && !entries.error && (
            <Empty icon={<BookA aria-hidden="true" />} title="No terms yet">
              <p>A term says how a word is translated wherever it stands.</p>
            </Empty>
          )}
          {entries.items.length > 0 && (
            <ul className="list">
              {entries.items.map((entry) => (
                <li key={entry.id}>
                  <div className="grow">
                    <div className="title">{termOf(entry)}</div>
                    <div className="meta">
                      {Object.entries(entry.translations)
                        .map(([language, term]) => `${nameOfLanguage(language)}: ${term}`)
                        .join(' · ')}
                    </div>
                  </div>
                  {canEdit && (
                    <>
                      <Button small onClick={() => setEditing(entry)}>
                        Edit
                      </Button>
                      <Button small look="ghost" onClick={() => setRemoving(entry)}>
                        Delete
                      </Button>
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          <LoadMore list={entries} />
        </div>
      </div>
      {editing && (
        <TermDialog
          organizationId={organizationId}
          entry={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      <ConfirmDialog
        title={`Delete “${removing ? termOf(removing) : ''}”?`}
        description="Translations that are run from now on no longer use the term. Finished translations stay."
        action="Delete"
        isOpen={removing !== undefined}
        isBusy={update.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          update.mutate(
            { params, body: { operations: [{ type: 'delete', id: removing!.id }] } },
            { ...notices.outcome('The term is deleted.'), onSettled: () => setRemoving(undefined) },
          )
        }
      />
    </>
  );
}
