import type { ConversationInput } from '@bindery/contracts';
import { redact } from './redact';

/** A conversation without what must not be stored, wherever it stands. Its id and time stay: they are what it is known by. */
export function redacted({ subject, parts, metadata, ...rest }: ConversationInput): ConversationInput {
  const { url, attributes, ...times } = metadata ?? {};
  return {
    ...rest,
    ...(subject !== undefined && { subject: redact(subject) }),
    parts: parts.map((part) => ({ ...part, body: redact(part.body) })),
    metadata: {
      ...times,
      ...(url !== undefined && { url: redact(url) }),
      ...(attributes && {
        attributes: Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [redact(name), redact(value)] as const),
        ),
      }),
    },
  };
}
