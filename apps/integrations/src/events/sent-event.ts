import type { IntegrationEventPayload } from '@bindery/contracts';

/** An event on its way to its integration. */
export interface SentEvent {
  id: string;
  /** Null for what concerns no installation. */
  installationId: string | null;
  /** The organization on which it is installed, or that of the integration. */
  organizationId: string;
  payload: IntegrationEventPayload;
}
