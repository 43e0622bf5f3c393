import { useState } from 'react';
import { useAction } from '../../../api/queries';
import { useNotices } from '../../../ui/notices';
import { StructureRow } from './structure-row';
import { childrenOf, fitsBeside, groupsOf, moveBeside, type Side, type StructureNode } from './structure-nodes';
import './structure.css';

interface StructureTreeProps {
  nodes: readonly StructureNode[];
  params: { organizationId: string; siteId: string };
}

interface DropTarget {
  id: string;
  side: Side;
}

/** The structure as a tree whose lines are dragged, or moved by their menus. */
export function StructureTree({ nodes, params }: StructureTreeProps) {
  const [dragged, setDragged] = useState<StructureNode>();
  const [target, setTarget] = useState<DropTarget>();
  const sort = useAction('sortSiteStructure', ['getSiteStructure', 'listSiteSpaces']);
  const notices = useNotices();
  const groups = groupsOf(nodes);
  const move = (node: StructureNode, side: Side, other: StructureNode) =>
    sort.mutate({ params, body: moveBeside(node, side, other) }, notices.outcome(`${node.title} is moved.`));
  const drop = () => {
    setDragged(undefined);
    setTarget(undefined);
  };

  const list = (siblings: readonly StructureNode[]) => (
    <ol className="structure">
      {siblings.map((node, index) => (
        <li
          key={node.id}
          draggable
          className={target?.id === node.id ? `drop-${target.side}` : undefined}
          onDragStart={(event) => {
            event.stopPropagation();
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', node.title);
            setDragged(node);
          }}
          onDragEnd={drop}
          onDragOver={(event) => {
            if (!dragged || !fitsBeside(dragged, node)) return;
            event.preventDefault();
            event.stopPropagation();
            setTarget({ id: node.id, side: sideOf(event.clientY, event.currentTarget) });
          }}
          onDrop={(event) => {
            if (!dragged || !target || !fitsBeside(dragged, node)) return;
            event.preventDefault();
            event.stopPropagation();
            move(dragged, target.side, node);
            drop();
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

/** Whether a pointer is in the upper or the lower half of a line. */
function sideOf(y: number, line: HTMLElement): Side {
  const { top, height } = (line.firstElementChild ?? line).getBoundingClientRect();
  return y < top + height / 2 ? 'before' : 'after';
}
