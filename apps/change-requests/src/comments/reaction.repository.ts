import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** The comment or reply of a reaction. */
type ReactionTarget = { comment: string } | { reply: string };

@Injectable()
export class ReactionRepository {
  constructor(private readonly db: Database) {}

  /** Adds and takes away a user's own reactions; what is in both is taken away. */
  async change(target: ReactionTarget, user: string, added: string[], removed: string[]): Promise<void> {
    const [comment, reply] = 'comment' in target ? [target.comment, null] : [null, target.reply];
    if (added.length > 0) {
      await this.db.run(
        `insert into reaction (target_id, comment_id, reply_id, user_id, emoji)
         select coalesce($1, $2), $1, $2, $3, emoji from unnest($4::text[]) as given (emoji) on conflict do nothing`,
        [comment, reply, user, added],
      );
    }
    if (removed.length > 0) {
      await this.db.run(`delete from reaction where target_id = $1 and user_id = $2 and emoji = any($3)`, [
        comment ?? reply,
        user,
        removed,
      ]);
    }
  }
}
