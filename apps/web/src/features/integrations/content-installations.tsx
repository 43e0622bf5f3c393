import { useState } from 'react';
import type { RequestError } from '../../api/client';
import type { AnswerOf } from '../../api/contracts';
import type { ListResult } from '../../api/queries';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { ConfirmSelect } from '../../ui/confirm-select';
import { LoadMore } from '../../ui/load-more';
import { Failure } from '../../ui/states';
import { Configuration, type ConfigurationSchema } from './configuration';
import type { ComponentContext } from './content-kit/component-view';
import { InstallationBadge } from './installation-badge';
import { SelectionField } from './selection-field';

export interface InstallationListProps {
  organizationId: string;
  integration: AnswerOf<'getIntegrationByName'>;
  installation: AnswerOf<'getIntegrationInstallationById'>;
  /** Whether the user may change the installation; administrators of a space may add that all the same. */
  canManage: boolean;
}

interface ContentInstallation {
  status: string;
  configuration: Record<string, unknown>;
}

interface ContentInstallationsProps<T extends ContentInstallation> {
  noun: 'space' | 'site';
  integration: InstallationListProps['integration'];
  installation: InstallationListProps['installation'];
  canManage: boolean;
  /** The configuration of each; there is none when absent. */
  schema?: ConfigurationSchema;
  installed: ListResult<T>;
  /** The id of the space or site of an installation. */
  itemOf(installation: T): string;
  /** The spaces or sites that there are. */
  targets: readonly { id: string; title: string }[];
  /** Whether the user may add a space or site. */
  canAdd(id: string): boolean;
  contextOf(id: string): ComponentContext;
  propsOf(installation: T): Record<string, unknown>;
  update: { isPending: boolean; error: RequestError | null };
  error: RequestError | null;
  onAdd(id: string): void;
  onRemove(id: string): void;
  onSave(id: string, values: Record<string, unknown>): void;
}

/** The spaces or sites on which an integration is installed, each with its configuration. */
export function ContentInstallations<T extends ContentInstallation>(props: ContentInstallationsProps<T>) {
  const { noun, installed, itemOf, targets, schema, canManage, error } = props;
  const [open, setOpen] = useState<string>();
  const [removing, setRemoving] = useState<string>();
  const inside = new Set(installed.items.map(itemOf));
  const addable = targets.filter(({ id }) => !inside.has(id) && props.canAdd(id));
  const titleOf = (id: string) => targets.find((target) => target.id === id)?.title || 'Untitled';
  const isEverywhere = props.installation[`${noun}_selection`] === 'all';
  const heading = noun === 'space' ? 'Spaces' : 'Sites';
  return (
    <section className="section" aria-label={heading}>
      <h2>{heading}</h2>
      {canManage && (
        <SelectionField noun={noun} integrationName={props.integration.name} installation={props.installation} />
      )}
      {error && <Failure error={error} />}
      {isEverywhere && installed.items.length > 0 && (
        <p className="muted">Those of the list have a configuration of their own.</p>
      )}
      {installed.items.length > 0 && (
        <ul className="list">
          {installed.items.map((one) => {
            const id = itemOf(one);
            return (
              <li key={id} className="wrapping">
                <span className="title grow">{titleOf(id)}</span>
                <InstallationBadge status={one.status} />
                {canManage && schema && (
                  <Button small aria-expanded={open === id} onClick={() => setOpen(open === id ? undefined : id)}>
                    Configure
                  </Button>
                )}
                {canManage && (
                  <Button small look="ghost" onClick={() => setRemoving(id)}>
                    Remove
                  </Button>
                )}
                {schema && open === id && (
                  <div className="full">
                    <Configuration
                      integration={props.integration}
                      schema={schema}
                      values={one.configuration}
                      context={props.contextOf(id)}
                      props={props.propsOf(one)}
                      isBusy={props.update.isPending}
                      error={props.update.error}
                      onSave={(values) => props.onSave(id, values)}
                    />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <LoadMore list={installed} />
      {(canManage || addable.length > 0) && (!isEverywhere || schema) && (
        <ConfirmSelect
          look="wide"
          label={`Add a ${noun}`}
          action="Add"
          options={[
            { value: '', label: isEverywhere ? `Configure one ${noun} separately…` : `Add a ${noun}…` },
            ...addable.map(({ id, title }) => ({ value: id, label: title || 'Untitled' })),
          ]}
          value=""
          onConfirm={props.onAdd}
        />
      )}
      <ConfirmDialog
        title={`Remove it from ${removing ? titleOf(removing) : ''}?`}
        description={`The integration loses its access to the ${noun}, and what was configured there is deleted.`}
        action="Remove"
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          props.onRemove(removing!);
          setRemoving(undefined);
        }}
      />
    </section>
  );
}
