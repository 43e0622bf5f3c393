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
  @Id({
    nullable: true,
    optional: true,
    description: 'The collection to move to. null moves to the top level. Omit it to stay in the same collection.',
  })
  parent?: string | null;
  @Nested(() => ContentPosition, {
    optional: true,
    description: 'The position at the destination. Defaults to the end.',
  })
  position?: ContentPosition;
}

export class TransferContent {
  @Id({ description: 'The destination organization. The caller must be an administrator of it as well.' })
  organization!: string;
}
