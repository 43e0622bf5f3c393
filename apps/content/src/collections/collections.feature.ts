import type { Feature } from '@bindery/service';
import { CollectionRepository } from './collection.repository';
import { CollectionsController } from './collections.controller';
import { MoveContent } from './move-content';
import { TransferContent } from './transfer-content';
import { TransferRepository } from './transfer.repository';
import { TreeRepository } from './tree.repository';

export const collections: Feature = {
  controllers: [CollectionsController],
  providers: [CollectionRepository, TreeRepository, MoveContent, TransferRepository, TransferContent],
};
