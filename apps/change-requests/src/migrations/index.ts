import { JobsTable1700000000500 } from '@bindery/jobs';
import { Talk1700000011000 } from './1700000011000-talk';
import { SpaceActivity1700000053000 } from './1700000053000-space-activity';
import { ActivityPath1700000054000 } from './1700000054000-activity-path';

/** In the order in which they run. */
export const migrations = [
  JobsTable1700000000500,
  Talk1700000011000,
  SpaceActivity1700000053000,
  ActivityPath1700000054000,
];
