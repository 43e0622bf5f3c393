import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Document } from '@bindery/documents';

/** The columns that comments and replies have in common. */
abstract class Posting {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  /** The text as Markdown, also of a body that was sent as a document. */
  @Column({ type: 'text' }) markdown!: string;
  /** The body as it was sent, if that was a document. */
  @Column({ type: 'jsonb', nullable: true }) document!: Document | null;
  @Column({ type: 'text', name: 'posted_by', collation: 'C' }) postedBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'posted_at', default: () => 'now()' }) postedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'edited_at', nullable: true }) editedAt!: Date | null;
  @Column({ type: 'integer', default: 1 }) version!: number;
}

@Entity('comment')
export class CommentEntity extends Posting {
  @Column({ type: 'text', name: 'space_id', collation: 'C' }) spaceId!: string;
  @Column({ type: 'text', name: 'change_request_id', collation: 'C', nullable: true }) changeRequestId!: string | null;
  @Column({ type: 'text', name: 'review_id', collation: 'C', nullable: true }) reviewId!: string | null;
  /** The head of the branch when the comment was posted. */
  @Column({ type: 'text', collation: 'C' }) revision!: string;
  @Column({ type: 'text', name: 'page_id', collation: 'C', nullable: true }) pageId!: string | null;
  @Column({ type: 'text', name: 'node_id', collation: 'C', nullable: true }) nodeId!: string | null;
  @Column({ type: 'text', name: 'cell_record', nullable: true }) cellRecord!: string | null;
  @Column({ type: 'text', name: 'cell_definition', nullable: true }) cellDefinition!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'resolved_at', nullable: true }) resolvedAt!: Date | null;
  @Column({ type: 'text', name: 'resolved_by', collation: 'C', nullable: true }) resolvedBy!: string | null;
}

@Entity('comment_reply')
export class CommentReplyEntity extends Posting {
  @Column({ type: 'text', name: 'comment_id', collation: 'C' }) commentId!: string;
}

/** The reactions with one emoji, the earliest first. */
export interface ReactionRow {
  emoji: string;
  users: { user: string; reactedAt: string }[];
}

/** A reply and a comment as they are shown. */
export type ReplyRow = CommentReplyEntity & { reactions: ReactionRow[] };
export type CommentRow = CommentEntity & {
  reactions: ReactionRow[];
  repliers: { user: string; count: number; updatedAt: string }[];
};
