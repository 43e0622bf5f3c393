import { useState, type DragEvent } from 'react';
import { useAction } from '../../../api/queries';
import { useNotices } from '../../../ui/notices';
import { StructureRow } from './structure-row';
import { childrenOf, dropOn, groupsOf, moveBeside, type Drop, type Side, type StructureNode } from './structure-nodes';
import { usePutIntoGroup } from './use-put-into-group';
import './structure.css';

interface StructureTreeProps {
  nodes: readonly StructureNode[];
  params: { organizationId: string; siteId: string };
}

interface DropTarget {
  id: string;
  drop: Drop;
}

/** The structure as a tree whose lines are dragged, or moved by their menus. */
export function StructureTree({ nodes, params }: StructureTreeProps) {
  const [dragged, setDragged] = useState<StructureNode>();
  const [target, setTarget] = useState<DropTarget>();
  const sort = useAction('sortSiteStructure', ['getSiteStructure', 'listSiteSpaces']);
  const notices = useNotices();
  const putInto = usePutIntoGroup(params);
  const groups = groupsOf(nodes);
  const move = (node: StructureNode, side: Side, other: StructureNode) =>
    sort.mutate({ params, body: moveBeside(node, side, other) }, notices.outcome(`${node.title} is moved.`));
  const end = () => {
    setDragged(undefined);
    setTarget(undefined);
  };
  const dropAt = ({ clientY, currentTarget }: DragEvent<HTMLElement>, node: StructureNode) =>
    dragged && dropOn(dragged, node, partOf(clientY, currentTarget));

  const list = (siblings: readonly StructureNode[]) => (
    <ol className="structure">
      {siblings.map((node, index) => (
        <li
          key={node.id}
          draggable
          className={target?.id === node.id ? `drop-${target.drop}` : undefined}
          onDragStart={(event) => {
            event.stopPropagation();
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', node.title);
            setDragged(node);
          }}
          onDragEnd={end}
          onDragOver={(event) => {
            const drop = dropAt(event, node);
            if (!drop) return;
            event.preventDefault();
            event.stopPropagation();
            setTarget({ id: node.id, drop });
          }}
          onDrop={(event) => {
            // Not from the state, which may not have followed the pointer yet.
            const drop = dropAt(event, node);
            if (!dragged || !drop) return;
            event.preventDefault();
            event.stopPropagation();
            if (drop !== 'into') move(dragged, drop, node);
            else putInto(dragged, node);
            end();
          }}
        >
          <StructureRow
            node={node}
            params={params}
            groups={groups}
            previous={siblings[index - 1]}
            next={siblings[index + 1]}
            onMove={move}
          />
          {childrenOf(node).length > 0 && list(childrenOf(node))}
        </li>
      ))}
    </ol>
  );
  return list(nodes);
}

/** The part of the height of a line at which a pointer is, from 0 at its top to 1. */
function partOf(y: number, line: HTMLElement): number {
  const { top, height } = (line.firstElementChild ?? line).getBoundingClientRect();
  return (y - top) / height;
}
