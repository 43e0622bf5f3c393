import type { IntegrationEventPayload } from '@bindery/contracts';

/** An event to be sent to its integration. */
export interface SentEvent {
  id: string;
  /** Null for an event without an installation. */
  installationId: string | null;
  /** The organization of the installation, or else of the integration. */
  organizationId: string;
  payload: IntegrationEventPayload;
}
