import { JobsTable1700000000500 } from '@bindery/jobs';
import { Translations1700000020000 } from './1700000020000-translations';
import { Conversations1700000020100 } from './1700000020100-conversations';
import { ChangeRequestConversations1700000061000 } from './1700000061000-change-request-conversations';
import { TranslatedRevision1700000076000 } from './1700000076000-translated-revision';
import { AgentTaskStarts1700000080000 } from './1700000080000-agent-task-starts';

/** In the order in which they run. */
export const migrations = [
  JobsTable1700000000500,
  Translations1700000020000,
  Conversations1700000020100,
  ChangeRequestConversations1700000061000,
  TranslatedRevision1700000076000,
  AgentTaskStarts1700000080000,
];
