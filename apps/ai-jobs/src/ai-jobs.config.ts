import { oneOf, type ConfigOf } from '@bindery/config';
import { modelSettings } from '@bindery/models';

export const aiJobsSettings = {
  ...modelSettings,
  CONVERSATION_REDACTION: oneOf(
    ['on', 'off'],
    'whether e-mail addresses, tokens and card numbers are taken out of conversations before they are stored',
    'on',
  ),
};

export type AiJobsConfig = ConfigOf<typeof aiJobsSettings>;

/** The injection token of the service's own settings. */
export const AI_JOBS_CONFIG = Symbol('ai-jobs config');
