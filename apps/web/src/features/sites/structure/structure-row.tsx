import { Link } from '@tanstack/react-router';
import { Ellipsis, ExternalLink, Folder, GripVertical, Layers, LibraryBig } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../api/queries';
import { IconButton } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Icon } from '../../../ui/icon';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu';
import { useNotices } from '../../../ui/notices';
import { EditNodeDialog } from './edit-node-dialog';
import { kinds, type Group, type Side, type StructureNode } from './structure-nodes';
import { usePutIntoGroup } from './use-put-into-group';
import { useRemoveNode } from './use-remove-node';

interface StructureRowProps {
  node: StructureNode;
  params: { organizationId: string; siteId: string };
  groups: readonly Group[];
  previous?: StructureNode;
  next?: StructureNode;
  onMove(node: StructureNode, side: Side, other: StructureNode): void;
}

const kindIcons = {
  'site-section': LibraryBig,
  'site-section-group': Folder,
  'site-external-link': ExternalLink,
  'site-space': Layers,
};

/** One line of the structure, with what can be done to it. */
export function StructureRow({ node, params, groups, previous, next, onMove }: StructureRowProps) {
  const [asking, setAsking] = useState<'edit' | 'remove'>();
  const removal = useRemoveNode(params);
  const Kind = kindIcons[node.object];
  const close = () => setAsking(undefined);
  return (
    <div className="structure-row">
      <GripVertical className="grip" size={16} aria-hidden="true" />
      {'icon' in node && node.icon ? <Icon name={node.icon} /> : <Kind size={16} aria-hidden="true" />}
      <span className="title">{node.title}</span>
      <span className="muted path">{pathOf(node)}</span>
      {'default' in node && node.default && <span className="badge info">Default</span>}
      <span className="badge">{kinds[node.object]}</span>
      <Menu
        trigger={
          <IconButton label={`Actions for ${node.title}`}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setAsking('edit')}>Edit</MenuItem>
        <DefaultItem node={node} params={params} />
        <CustomizationItem node={node} params={params} />
        {previous && <MenuItem onSelect={() => onMove(node, 'before', previous)}>Move up</MenuItem>}
        {next && <MenuItem onSelect={() => onMove(node, 'after', next)}>Move down</MenuItem>}
        <GroupItems node={node} params={params} groups={groups} onMove={onMove} />
        <MenuSeparator />
        <MenuItem danger onSelect={() => setAsking('remove')}>
          Remove
        </MenuItem>
      </Menu>
      {asking === 'edit' && <EditNodeDialog node={node} params={params} onClose={close} />}
      <ConfirmDialog
        title={`Remove “${node.title}” from the site?`}
        description={removal.consequenceOf(node)}
        action="Remove"
        isOpen={asking === 'remove'}
        isBusy={removal.isPending}
        onClose={close}
        onConfirm={() => removal.remove(node, close)}
      />
    </div>
  );
}

function pathOf(node: StructureNode): string {
  if (node.object === 'site-external-link') return node.url;
  return 'path' in node ? `/${node.path}` : '';
}

function DefaultItem({ node, params }: Pick<StructureRowProps, 'node' | 'params'>) {
  const changed = ['getSiteStructure', 'getSiteById', 'listSiteSpaces'] as const;
  const site = useAction('updateSiteById', changed);
  const section = useAction('updateSiteSectionById', changed);
  const notices = useNotices();
  if (!('default' in node) || node.default) return null;
  const told = notices.outcome(`${node.title} is now what readers see first.`);
  const choose = () => {
    if (node.object === 'site-section') site.mutate({ params, body: { defaultSiteSection: node.id } }, told);
    else if (node.section)
      section.mutate({ params: { ...params, siteSectionId: node.section }, body: { defaultSiteSpace: node.id } }, told);
    else site.mutate({ params, body: { defaultSiteSpace: node.id } }, told);
  };
  return <MenuItem onSelect={choose}>Show first</MenuItem>;
}

/** The link to the customization of a space; that of a section with one space is that of the space. */
function CustomizationItem({ node, params }: Pick<StructureRowProps, 'node' | 'params'>) {
  const [siteSpace, other] =
    node.object === 'site-space' ? [node] : node.object === 'site-section' ? node.siteSpaces : [];
  if (!siteSpace || other) return null;
  return (
    <MenuItem asChild>
      <Link
        to="/o/$organizationId/site/$siteId/customization/$siteSpaceId"
        params={{ ...params, siteSpaceId: siteSpace.id }}
      >
        Customization
      </Link>
    </MenuItem>
  );
}

/** Puts a section into a group, which may be empty, or takes it out. */
function GroupItems({
  node,
  params,
  groups,
  onMove,
}: Pick<StructureRowProps, 'node' | 'params' | 'groups' | 'onMove'>) {
  const putInto = usePutIntoGroup(params);
  if (node.object === 'site-space') return null;
  const current = groups.find(({ id }) => id === node.sectionGroup);
  const others = groups.filter(({ id }) => id !== node.sectionGroup);
  return (
    <>
      {node.object === 'site-section' &&
        others.map((group) => (
          <MenuItem key={group.id} onSelect={() => putInto(node, group)}>
            Put into {group.title}
          </MenuItem>
        ))}
      {current && <MenuItem onSelect={() => onMove(node, 'after', current)}>Take out of {current.title}</MenuItem>}
    </>
  );
}
