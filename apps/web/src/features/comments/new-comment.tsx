import { useState } from 'react';
import type { Block, Document } from '../../api/contracts';
import { Button } from '../../ui/button';
import { SelectField, TextArea } from '../../ui/field';
import { Failure } from '../../ui/states';
import { useCommentAction, type CommentTarget } from './comment-calls';
import { blockPlaces, cellPlaces } from './comment-places';
import { useCommentDraft } from './use-comment-draft';

interface NewCommentProps {
  target: CommentTarget;
  page?: string;
  /** The document of the page, whose blocks can be commented on. */
  document?: Pick<Document, 'nodes'>;
  /** The block that the comment is about at first. */
  block?: string;
  onDone?(): void;
  /** Learns when the comment begins and ends to be sent. */
  onSending?(isSending: boolean): void;
}

/** A field for a comment on a space, a change request, a page, a block or a cell of a table. */
export function NewComment({ target, page, document, block, onDone, onSending }: NewCommentProps) {
  const { spaceId, changeRequestId = 'main' } = target;
  const draft = useCommentDraft(['new', spaceId, changeRequestId, page, block].join('/'));
  const [node, setNode] = useState(block ?? '');
  const [cell, setCell] = useState('');
  // A page that is only read does not repeat what its blocks say.
  const [isUsed, setUsed] = useState(block !== undefined || draft.text !== '');
  const action = useCommentAction(target);
  const chosen = document?.nodes.find(({ key }) => key === node);
  const cells = chosen ? cellPlaces(chosen) : [];
  const send = async () => {
    const tableCell = cells[Number(cell || -1)]?.value;
    const about = { ...(page && { page }), ...(chosen && { node }), ...(tableCell && { tableCell }) };
    onSending?.(true);
    const isSent = await action.act((calls) => calls.post({ body: { markdown: draft.text }, ...about }));
    onSending?.(false);
    if (!isSent) return;
    draft.sent();
    setNode('');
    onDone?.();
  };
  return (
    <form
      className="form"
      onFocus={() => setUsed(true)}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {isUsed && document && page && (
        <PlaceFields
          document={document}
          cells={cells.map(({ label }) => label)}
          node={node}
          cell={cell}
          onNode={(key) => {
            setNode(key);
            setCell('');
          }}
          onCell={setCell}
        />
      )}
      <TextArea
        label="New comment"
        value={draft.text}
        required
        autoFocus={block !== undefined}
        onChange={(event) => draft.change(event.target.value)}
      />
      {action.error && <Failure error={action.error} />}
      <div className="form-actions">
        {onDone && (
          <Button
            disabled={action.isPending}
            onClick={() => {
              draft.discard();
              onDone();
            }}
          >
            Cancel
          </Button>
        )}
        <Button look="primary" type="submit" disabled={action.isPending || draft.text.trim() === ''}>
          Comment
        </Button>
      </div>
    </form>
  );
}

interface PlaceFieldsProps {
  document: { nodes: readonly Block[] };
  /** The cells of the block, where it is a table. */
  cells: readonly string[];
  node: string;
  cell: string;
  onNode(key: string): void;
  onCell(index: string): void;
}

/** Says which block or cell the comment is about. */
function PlaceFields({ document, cells, node, cell, onNode, onCell }: PlaceFieldsProps) {
  const blocks = blockPlaces({ nodes: [...document.nodes] });
  return (
    <>
      <SelectField
        label="About"
        options={[{ value: '', label: 'The whole page' }, ...blocks]}
        value={node}
        onChange={(event) => onNode(event.target.value)}
      />
      {cells.length > 0 && (
        <SelectField
          label="Cell"
          options={[
            { value: '', label: 'The whole table' },
            ...cells.map((label, index) => ({ value: String(index), label })),
          ]}
          value={cell}
          onChange={(event) => onCell(event.target.value)}
        />
      )}
    </>
  );
}
