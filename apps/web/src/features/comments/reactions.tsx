import { SmilePlus } from 'lucide-react';
import { useOperation } from '../../api/queries';
import { IconButton } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import { emojiCharacter } from '../spaces/emoji';
import type { Comment } from './comment-calls';

/** The emojis that are offered, as the API names them. */
const offered = [
  { emoji: '1f44d', label: 'Thumbs up' },
  { emoji: '2764', label: 'Heart' },
  { emoji: '1f389', label: 'Party' },
  { emoji: '1f604', label: 'Smile' },
  { emoji: '1f440', label: 'Eyes' },
  { emoji: '2705', label: 'Check mark' },
];

interface ReactionsProps {
  reactions: Comment['reactions'];
  canReact: boolean;
  /** Adds the user's reaction, or takes it back. */
  onReact(emoji: string, isAdded: boolean): void;
}

/** How readers reacted to a comment, and a way to do so. */
export function Reactions({ reactions, canReact, onReact }: ReactionsProps) {
  const me = useOperation('getAuthenticatedUser').data?.id;
  const isMine = (emoji: string) =>
    reactions.some((reaction) => reaction.emoji === emoji && reaction.users.some(({ user }) => user.id === me));
  return (
    <div className="reactions">
      {reactions.map(({ emoji, count, users }) => (
        <button
          key={emoji}
          type="button"
          className="reaction"
          aria-pressed={isMine(emoji)}
          aria-label={`${labelOf(emoji)}: ${count}`}
          title={users.map(({ user }) => user.displayName).join(', ')}
          disabled={!canReact}
          onClick={() => onReact(emoji, !isMine(emoji))}
        >
          <span aria-hidden="true">{emojiCharacter(emoji) ?? emoji}</span> {count}
        </button>
      ))}
      {canReact && (
        <Menu
          align="start"
          trigger={
            <IconButton label="React">
              <SmilePlus size={16} />
            </IconButton>
          }
        >
          {offered.map(({ emoji, label }) => (
            <MenuItem key={emoji} onSelect={() => onReact(emoji, !isMine(emoji))}>
              <span aria-hidden="true">{emojiCharacter(emoji)}</span> {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}

const labelOf = (code: string): string =>
  offered.find(({ emoji }) => emoji === code)?.label ?? emojiCharacter(code) ?? code;
