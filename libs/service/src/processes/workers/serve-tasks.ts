import { watchLimits } from './limit-watch';
import type { FromWorker, ToWorker, WorkerLimits } from './worker-messages';

/** The context of a task. */
interface TaskContext<Shared, Question, Answer> {
  /** The shared object that the pool got with this task. */
  shared: Shared;
  /** Asks the service for something, one question at a time. */
  ask(question: Question): Promise<Answer>;
}

/** The program of a worker of a `WorkerPool`: runs the tasks that it receives, one after the other, and ends with its parent. */
export function serveTasks<Task, Shared = undefined, Question = never, Answer = never>(
  work: (task: Task, context: TaskContext<Shared, Question, Answer>) => unknown,
): void {
  const setWorking = watchLimits(JSON.parse(process.argv[2]!) as WorkerLimits);
  let shared: unknown;
  let answered: (answer: Answer) => void = () => undefined;
  const ask = (question: Question) =>
    new Promise<Answer>((resolve) => {
      answered = resolve;
      say({ question });
    });

  const run = async (task: Task): Promise<void> => {
    setWorking(true);
    try {
      say({ result: await work(task, { shared: shared as Shared, ask }) });
    } catch (error) {
      say({ failure: error instanceof Error ? error.message : String(error) });
    } finally {
      setWorking(false);
    }
  };

  process.on('message', (message: ToWorker) => {
    if ('shared' in message) shared = message.shared;
    else if ('answer' in message) answered(message.answer as Answer);
    else void run(message.task as Task);
  });
  process.on('disconnect', () => process.exit());
  // A signal to a whole process group ends the service, which first finishes its work, so its tasks must go on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  say({ ready: true });
}

const say = (message: FromWorker): void => void process.send!(message);
