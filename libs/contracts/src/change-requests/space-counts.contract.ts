import { batch } from '../core/compose';
import { Int } from '../core/fields';

/** The numbers of open comments and of change requests of a space. */
export class SpaceCounts {
  /** Open comments. */
  @Int() comments!: number;
  @Int() changeRequests!: number;
  @Int() changeRequestsOpen!: number;
  @Int() changeRequestsDraft!: number;
}

export const spaceCounts = batch('change-requests', 'spaceCounts', SpaceCounts, {
  missing: (): SpaceCounts => ({ comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }),
});
