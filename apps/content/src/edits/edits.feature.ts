import type { Feature } from '@bindery/service';
import { EditContent } from './edit-content';
import { EditsController } from './edits.controller';
import { LiveEditRules } from './live-edit-rules';
import { PrepareChanges } from './prepared-change';

export const edits: Feature = {
  controllers: [EditsController],
  providers: [PrepareChanges, LiveEditRules, EditContent],
};
