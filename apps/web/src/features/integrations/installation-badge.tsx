const labels: Record<string, [text: string, look: string]> = {
  active: ['Installed', 'success'],
  pending: ['To be configured', 'warning'],
  paused: ['Paused', ''],
  unavailable: ['Not available', 'danger'],
};

/** The status of an installation. */
export function InstallationBadge({ status }: { status: string }) {
  const [text, look] = labels[status] ?? [status, ''];
  return <span className={`badge ${look}`}>{text}</span>;
}
