import { FolderPlus, Link2, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useOperation } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { Failure, Loading } from '../../../ui/states';
import { SiteScreen } from '../site-screen';
import { AddGroupDialog } from './add-group-dialog';
import { AddLinkDialog } from './add-link-dialog';
import { AddSpaceDialog } from './add-space-dialog';
import { StructureTree } from './structure-tree';

type Params = { organizationId: string; siteId: string };

/** The structure of a site: its sections, groups, variants and links, in their order. */
export default function StructurePage() {
  return <SiteScreen>{(_site, params) => <Structure params={params} />}</SiteScreen>;
}

function Structure({ params }: { params: Params }) {
  const structure = useOperation('getSiteStructure', { params });
  const [adding, setAdding] = useState<'space' | 'group' | 'link'>();
  const nodes = structure.data?.structure ?? [];
  const close = () => setAdding(undefined);
  const hasSections = structure.data?.type === 'sections';
  return (
    <section className="section" aria-label="Structure">
      <div className="row">
        <Button onClick={() => setAdding('space')}>
          <ListPlus aria-hidden="true" /> Add space
        </Button>
        {hasSections && (
          <>
            <Button onClick={() => setAdding('group')}>
              <FolderPlus aria-hidden="true" /> Add group
            </Button>
            <Button onClick={() => setAdding('link')}>
              <Link2 aria-hidden="true" /> Add link
            </Button>
          </>
        )}
      </div>
      <p className="muted">
        Drag to change the order, or use the menu of each line. A section may hold several spaces, such as one for each
        language or version.
      </p>
      {structure.error && <Failure error={structure.error} onRetry={() => void structure.refetch()} />}
      {structure.isPending ? <Loading /> : <StructureTree nodes={nodes} params={params} />}
      {adding === 'space' && <AddSpaceDialog nodes={nodes} params={params} onClose={close} />}
      {adding === 'group' && <AddGroupDialog nodes={nodes} params={params} onClose={close} />}
      {adding === 'link' && <AddLinkDialog nodes={nodes} params={params} onClose={close} />}
    </section>
  );
}
