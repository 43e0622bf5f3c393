import type { AnswerOf } from '../../api/contracts';

export type TaskStatus = AnswerOf<'getAgentTask'>['status'];

export const statuses: readonly { value: TaskStatus; label: string; look: string }[] = [
  { value: 'backlog', label: 'To do', look: '' },
  { value: 'started', label: 'Started', look: 'info' },
  { value: 'completed', label: 'Done', look: 'success' },
  { value: 'canceled', label: 'Not wanted', look: '' },
];

/** The status of a task. */
export function TaskBadge({ status }: { status: TaskStatus }) {
  const { label, look } = statuses.find(({ value }) => value === status)!;
  return <span className={`badge ${look}`}>{label}</span>;
}
