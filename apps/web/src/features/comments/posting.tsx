import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../ui/avatar';
import { Button, IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Menu, MenuItem } from '../../ui/menu';
import { Time } from '../../ui/time';
import type { Comment, Reply } from './comment-calls';
import { Reactions } from './reactions';
import { useCommentDraft } from './use-comment-draft';

interface PostingProps {
  posting: Comment | Reply;
  canReact: boolean;
  onReact(emoji: string, isAdded: boolean): void;
  /** Answers whether the text is saved. */
  onEdit(markdown: string): Promise<boolean>;
  onDelete(): void;
}

/** A comment or a reply: the text, reactions, and what its author can do with it. */
export function Posting({ posting, canReact, onReact, onEdit, onDelete }: PostingProps) {
  const { postedBy, postedAt, editedAt, body, permissions, reactions } = posting;
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const name = postedBy.displayName;
  return (
    <div className="posting">
      <Avatar name={name} photoURL={postedBy.photoURL} />
      <div className="grow">
        <div className="posting-head">
          <strong>{name}</strong>{' '}
          <span className="muted">
            <Time at={postedAt} />
            {editedAt && ', edited'}
          </span>
          {(permissions.edit || permissions.delete) && (
            <Menu
              trigger={
                <IconButton label={`Actions for the comment of ${name}`}>
                  <MoreHorizontal size={16} />
                </IconButton>
              }
            >
              {permissions.edit && <MenuItem onSelect={() => setEditing(true)}>Edit</MenuItem>}
              {permissions.delete && (
                <MenuItem danger onSelect={() => setDeleting(true)}>
                  Delete
                </MenuItem>
              )}
            </Menu>
          )}
        </div>
        {isEditing ? (
          <EditForm id={posting.id} text={body.markdown ?? ''} onSave={onEdit} onClose={() => setEditing(false)} />
        ) : (
          <div className="posting-text">{body.markdown}</div>
        )}
        <Reactions reactions={reactions} canReact={canReact} onReact={onReact} />
      </div>
      <ConfirmDialog
        title="Delete the comment?"
        description="It cannot be brought back. The replies to a comment go with it."
        action="Delete"
        isOpen={isDeleting}
        onConfirm={() => {
          setDeleting(false);
          onDelete();
        }}
        onClose={() => setDeleting(false)}
      />
    </div>
  );
}

interface EditFormProps {
  id: string;
  text: string;
  /** Answers whether the text is saved. */
  onSave(text: string): Promise<boolean>;
  onClose(): void;
}

function EditForm({ id, text, onSave, onClose }: EditFormProps) {
  const draft = useCommentDraft(`edit/${id}`, text);
  const save = async () => {
    const isSaved = await onSave(draft.text);
    // Text that was typed while it was saved stays.
    if (isSaved && draft.sent()) onClose();
  };
  const cancel = () => {
    draft.discard();
    onClose();
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        className="input"
        aria-label="Text of the comment"
        value={draft.text}
        required
        autoFocus
        onChange={(event) => draft.change(event.target.value)}
      />
      <div className="form-actions">
        <Button small onClick={cancel}>
          Cancel
        </Button>
        <Button small look="primary" type="submit" disabled={draft.text.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  );
}
