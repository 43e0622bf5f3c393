export const services = ['identity', 'content', 'change-requests', 'sites', 'integrations', 'ai-jobs'] as const;
export type ServiceName = (typeof services)[number];
