import { Link, useParams } from '@tanstack/react-router';
import { Languages, Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { OrganizationBar } from '../organizations/organization-bar';
import { useOrganizationPermissions } from '../organizations/use-organization-permissions';
import { CreateTranslationDialog } from './create-translation-dialog';
import { nameOfLanguage } from './languages';
import { TranslationTabs } from './translation-tabs';

const states: Record<string, [text: string, look: string]> = {
  pending: ['Waiting', ''],
  running: ['Running', 'info'],
  completed: ['Up to date', 'success'],
};

const failed: [text: string, look: string] = ['Failed', 'danger'];

/** Spaces that are kept in other languages. */
export default function TranslationList() {
  const { organizationId } = useParams({ from: '/o/$organizationId/translations' });
  const translations = useList('listTranslations', { params: { organizationId } });
  const spaces = useList('listSpacesInOrganizationById', { params: { organizationId }, query: { limit: 1000 } });
  const { createContent } = useOrganizationPermissions(organizationId);
  const [isCreating, setCreating] = useState(false);
  const titleOf = (id: string) => spaces.items.find((space) => space.id === id)?.title || 'Untitled';
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'Translations' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Translations</h1>
          {createContent && (
            <Button look="primary" onClick={() => setCreating(true)}>
              <Plus aria-hidden="true" /> New translation
            </Button>
          )}
        </div>
        <TranslationTabs organizationId={organizationId} />
        <div className="section">
          {translations.error && <Failure error={translations.error} />}
          {translations.isPending && <Loading />}
          {!translations.isPending && translations.items.length === 0 && !translations.error && (
            <Empty icon={<Languages aria-hidden="true" />} title="Nothing is translated yet">
              <p>A translation keeps a copy of a space in another language, page by page.</p>
            </Empty>
          )}
          {translations.items.length > 0 && (
            <ul className="list">
              {translations.items.map(({ id, source, language, status, error, stats, updatedAt }) => (
                <li key={id}>
                  <div className="grow">
                    <Link
                      className="title"
                      to="/o/$organizationId/translations/$translationId"
                      params={{ organizationId, translationId: id }}
                    >
                      {titleOf(source.space)} in {nameOfLanguage(language)}
                    </Link>
                    <div className="meta">
                      {stats.totalPages} {stats.totalPages === 1 ? 'page' : 'pages'}, changed <Time at={updatedAt} />
                    </div>
                  </div>
                  <State state={error === undefined ? (states[status] ?? [status, '']) : failed} />
                </li>
              ))}
            </ul>
          )}
          <LoadMore list={translations} />
        </div>
      </div>
      {isCreating && (
        <CreateTranslationDialog
          organizationId={organizationId}
          spaces={spaces.items.filter(({ deletedAt, permissions }) => !deletedAt && permissions.edit)}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}

function State({ state: [text, look] }: { state: [text: string, look: string] }) {
  return <span className={`badge ${look}`}>{text}</span>;
}
