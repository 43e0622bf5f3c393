import { Const, Id, Nested, Union } from '../core/fields';

export class SpacePointer {
  @Const('space') type!: 'space';
  @Id() space!: string;
}

export class CollectionPointer {
  @Const('collection') type!: 'collection';
  @Id() collection!: string;
}

const pointers = () => [SpacePointer, CollectionPointer];

/** A place among the spaces and collections of one parent, beside one of them. */
export class ContentPosition {
  @Union('type', pointers, { optional: true }) before?: SpacePointer | CollectionPointer;
  @Union('type', pointers, { optional: true }) after?: SpacePointer | CollectionPointer;
}

export class MoveContent {
  @Id({ nullable: true, optional: true, description: 'The collection to move to; null is the top, absent stays.' })
  parent?: string | null;
  @Nested(() => ContentPosition, { optional: true, description: 'The place there; the end when absent.' })
  position?: ContentPosition;
}

export class TransferContent {
  @Id({ description: 'The organization to which it will belong; the caller administrates it as well.' })
  organization!: string;
}
