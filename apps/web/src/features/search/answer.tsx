import { useQuery } from '@tanstack/react-query';
import { base, call, type RequestError } from '../../api/client';
import type { AnswerOf } from '../../api/contracts';
import { opensElsewhere } from '../../ui/opens-elsewhere';
import { Failure, Loading } from '../../ui/states';
import { appPath } from './app-path';

type AskAnswer = AnswerOf<'askInOrganization'>;

interface AnswerProps {
  organizationId: string;
  question: string;
  onOpen(to: string): void;
}

/** An answer from the pages that the user may read, each sentence with the pages that it rests on. */
export function Answer({ organizationId, question, onOpen }: AnswerProps) {
  const asked = useQuery<AskAnswer, RequestError>({
    queryKey: ['answer', organizationId, question],
    queryFn: ({ signal }) =>
      call('askInOrganization', {
        params: { organizationId },
        query: { format: 'markdown' },
        body: { query: question },
        signal,
      }),
    // A model answers each time anew, which takes tokens: it is asked once.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (asked.error) return <Failure error={asked.error} />;
  const answer = asked.data?.answer;
  if (!answer) return <Loading lines={3} />;
  return (
    <section className="answer" aria-label="Answer" aria-live="polite">
      {answer.outcome === 'unknown' && <p>The pages that you may read do not say it.</p>}
      {answer.outcome === 'passages' && (
        <p className="muted">Passages that fit the question, as the pages have them:</p>
      )}
      {answer.statements.map(({ text, sources }, index) => (
        <p key={index}>
          {text}{' '}
          {sources.map((at) => {
            const { title, url } = answer.sources[at]!;
            const to = appPath(url);
            return (
              <a
                key={at}
                className="muted"
                href={`${base}/app${to}`}
                onClick={(event) => {
                  if (opensElsewhere(event)) return;
                  event.preventDefault();
                  onOpen(to);
                }}
              >
                {title}
              </a>
            );
          })}
        </p>
      ))}
    </section>
  );
}
